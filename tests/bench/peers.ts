/** The hand-written targets: the bare floor, and a typical server with Express. */
import { Database } from 'bun:sqlite'
import { scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CLUBS, ITEMS, itemName, SECRET, signIn, STOCK, type Target } from './target.ts'

const dir = join(import.meta.dir, 'targets')
const FILE = 'bench.sqlite'
const PASSWORD = 'bench-password-1'
const ADMIN = 'admin@bench.example'
const clubEmail = (club: number) => `club${club}@bench.example`

function fill(file: string): void {
  const db = new Database(file)
  db.run('PRAGMA journal_mode = WAL')
  db.run(readFileSync(join(dir, 'schema.sql'), 'utf8'))
  const hash = `ab:${scryptSync(PASSWORD, 'ab', 32).toString('hex')}`
  db.transaction(() => {
    const addUser = (email: string, role: string) =>
      db.run('INSERT INTO users VALUES (?, ?, ?, ?, 1)', [Bun.randomUUIDv7(), email, hash, role])
    addUser(ADMIN, 'bosslevel')
    for (let club = 0; club < 2 * CLUBS; club++) addUser(clubEmail(club), 'user')
    for (let item = 0; item < ITEMS; item++)
      db.run("INSERT INTO stock VALUES (?, ?, ?, 'enabled', ?, 1)", [
        Bun.randomUUIDv7(),
        itemName(item),
        STOCK,
        item,
      ])
    db.run("INSERT INTO flags VALUES ('ordering_disabled', 0)")
    db.run("INSERT INTO topics VALUES ('ordering', 0)")
  })()
  db.close()
}

const peer = (name: string, command: string[], live: Target['live']): Target => ({
  name,
  isPortal: false,
  commands: [
    { start: 'built', command },
    { start: 'one file', command },
  ],
  cwd: dir,
  live,
  env: (dataDir) => ({ NODE_ENV: 'production', DATA_DIR: dataDir, JWT_SECRET: SECRET }),
  prepare: (dataDir) => fill(join(dataDir, FILE)),
  async signIn(url) {
    const admin = await signIn(url, ADMIN, PASSWORD)
    const clubs = []
    for (let club = 0; club < 2 * CLUBS; club++)
      clubs.push(await signIn(url, clubEmail(club), PASSWORD))
    return { admin, clubs }
  },
  totals(_url, _seed, dataDir) {
    const db = new Database(join(dataDir, FILE), { readonly: true })
    const sum = (column: string, table: string) =>
      Number(db.query(`SELECT coalesce(sum(${column}), 0) FROM ${table}`).values()[0]?.[0])
    const totals = {
      ordered: sum('ordered', 'lines'),
      allotted: sum('allotted', 'lines'),
      stock: sum('quantity', 'stock'),
    }
    db.close()
    return Promise.resolve(totals)
  },
})

/** Bare Bun.serve and bun:sqlite, a commit for each write, no framework and no validation. */
export const floor = peer('floor', [process.execPath, join(dir, 'floor.mjs')], {
  protocol: 'plain',
  path: '/live',
})

/** Express 5, Socket.IO 4, jsonwebtoken and better-sqlite3. */
export const express = peer('express', ['node', join(dir, 'express.mjs')], {
  protocol: 'socketio',
  path: '/socket.io/?EIO=4&transport=websocket',
})
