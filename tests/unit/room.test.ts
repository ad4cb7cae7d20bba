import { afterAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openRoom, readDescriptorLimit } from '#src/realtime/room.ts'

const folder = mkdtempSync(join(tmpdir(), 'room-'))
afterAll(() => rmSync(folder, { recursive: true }))

function limitIn(text: string): number {
  const path = join(folder, 'limits')
  writeFileSync(path, text)
  return readDescriptorLimit(path)
}

describe('the limit of descriptors', () => {
  it('is the soft one that the system enforces', () => {
    const head = 'Limit                     Soft Limit           Hard Limit           Units     \n'
    expect(
      limitIn(`${head}Max open files            4096                 524288               files`),
    ).toBe(4_096)
    expect(
      limitIn(`${head}Max open files            unlimited            unlimited            files`),
    ).toBe(30_000)
  })

  it('is the usual one where the system does not say', () => {
    expect(limitIn('')).toBe(1_024)
    expect(readDescriptorLimit(join(folder, 'nothing'))).toBe(1_024)
  })
})

describe('the room for sockets', () => {
  it('keeps a fifth of the descriptors for people who are signed in, whatever visitors do', () => {
    const room = openRoom(1_000)
    for (const network of ['192.0.2.1', '192.0.2.2'])
      while (room.hasVisitorRoom(network)) room.visitors.add(network, 1)
    expect(room.visitors.of('192.0.2.1')).toBe(550)
    expect(room.visitors.all()).toBe(700)
    expect(room.isFull(900)).toBe(false)
    expect(room.isFull(901)).toBe(true)
    room.visitors.add('192.0.2.1', -1)
    expect(room.hasVisitorRoom('192.0.2.2')).toBe(true)
  })

  it('says whose silence is too much: one network’s first, then everybody’s', () => {
    const room = openRoom(1_000)
    for (let n = 0; n < 250; n++) room.silent.add('192.0.2.1', 1)
    expect(room.silentExcess('192.0.2.1')).toBeNull()
    room.silent.add('192.0.2.1', 1)
    expect(room.silentExcess('192.0.2.1')).toBe('network')
    expect(room.silentExcess('192.0.2.2')).toBeNull()
    for (let n = 0; n < 150; n++) room.silent.add('192.0.2.2', 1)
    expect(room.silentExcess('192.0.2.2')).toBe('all')
  })

  it('ten thousand visitors behind one address are let in where 20,000 descriptors are allowed', () => {
    const room = openRoom(20_000)
    for (let n = 0; n < 10_000; n++) room.visitors.add('192.0.2.1', 1)
    expect(room.hasVisitorRoom('192.0.2.1')).toBe(true)
  })
})
