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
  it('is the soft limit that the system enforces', () => {
    const head = 'Limit                     Soft Limit           Hard Limit           Units     \n'
    expect(
      limitIn(`${head}Max open files            4096                 524288               files`),
    ).toBe(4_096)
    expect(
      limitIn(`${head}Max open files            unlimited            unlimited            files`),
    ).toBe(30_000)
  })

  it('falls back to the usual limit when the system reports none', () => {
    expect(limitIn('')).toBe(1_024)
    expect(readDescriptorLimit(join(folder, 'nothing'))).toBe(1_024)
  })
})

describe('the room for sockets', () => {
  it('reserves a fifth of the descriptors for signed-in people', () => {
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

  it('limits silent sockets for each network first, then for all together', () => {
    const room = openRoom(1_000)
    for (let n = 0; n < 250; n++) room.silent.add('192.0.2.1', 1)
    expect(room.silentExcess('192.0.2.1')).toBeNull()
    room.silent.add('192.0.2.1', 1)
    expect(room.silentExcess('192.0.2.1')).toBe('network')
    expect(room.silentExcess('192.0.2.2')).toBeNull()
    for (let n = 0; n < 150; n++) room.silent.add('192.0.2.2', 1)
    expect(room.silentExcess('192.0.2.2')).toBe('all')
  })

  it('admits ten thousand visitors behind one address at 20,000 descriptors', () => {
    const room = openRoom(20_000)
    for (let n = 0; n < 10_000; n++) room.visitors.add('192.0.2.1', 1)
    expect(room.hasVisitorRoom('192.0.2.1')).toBe(true)
  })
})
