import { afterAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSocketQuotas, readDescriptorLimit } from '#src/realtime/socket-quotas.ts'

const folder = mkdtempSync(join(tmpdir(), 'limits-'))
afterAll(() => rmSync(folder, { recursive: true }))

function limitIn(text: string): number {
  const path = join(folder, 'limits')
  writeFileSync(path, text)
  return readDescriptorLimit(path)
}

describe('the limit of file descriptors', () => {
  it('is the soft limit, or 30,000 if it is unlimited', () => {
    const head = 'Limit                     Soft Limit           Hard Limit           Units     \n'
    expect(
      limitIn(`${head}Max open files            4096                 524288               files`),
    ).toBe(4_096)
    expect(
      limitIn(`${head}Max open files            unlimited            unlimited            files`),
    ).toBe(30_000)
  })

  it('is 1,024 if the system reports none', () => {
    expect(limitIn('')).toBe(1_024)
    expect(readDescriptorLimit(join(folder, 'nothing'))).toBe(1_024)
  })
})

describe('the socket quotas', () => {
  it('reserve a fifth of the descriptors for signed-in accounts', () => {
    const quotas = createSocketQuotas(1_000)
    for (const network of ['192.0.2.1', '192.0.2.2'])
      while (quotas.acceptsVisitor(network)) quotas.visitors.add(network, 1)
    expect(quotas.visitors.of('192.0.2.1')).toBe(550)
    expect(quotas.visitors.all()).toBe(700)
    expect(quotas.isFull(900)).toBe(false)
    expect(quotas.isFull(901)).toBe(true)
    quotas.visitors.add('192.0.2.1', -1)
    expect(quotas.acceptsVisitor('192.0.2.2')).toBe(true)
  })

  it('report too many pending sockets of one network, then of all networks', () => {
    const quotas = createSocketQuotas(1_000)
    for (let n = 0; n < 250; n++) quotas.pending.add('192.0.2.1', 1)
    expect(quotas.pendingExcess('192.0.2.1')).toBeNull()
    quotas.pending.add('192.0.2.1', 1)
    expect(quotas.pendingExcess('192.0.2.1')).toBe('network')
    expect(quotas.pendingExcess('192.0.2.2')).toBeNull()
    for (let n = 0; n < 150; n++) quotas.pending.add('192.0.2.2', 1)
    expect(quotas.pendingExcess('192.0.2.2')).toBe('all')
  })

  it('accept ten thousand visitors from one address with 20,000 descriptors', () => {
    const quotas = createSocketQuotas(20_000)
    for (let n = 0; n < 10_000; n++) quotas.visitors.add('192.0.2.1', 1)
    expect(quotas.acceptsVisitor('192.0.2.1')).toBe(true)
  })
})
