/** The hand-written targets: the bare floor, and a typical server with Express. */
import { Database } from 'bun:sqlite'
import { scryptSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN, clubEmails, itemNames, PASSWORD, SECRET, STOCK, type Target } from './target.ts'

const dir = join(import.meta.dir, 'targets')
const FILE = 'bench.sqlite'

function fill(file: string): void {
  const db = new Database(file)
  db.run('PRAGMA journal_mode = WAL')
  db.run(readFileSync(join(dir, 'schema.sql'), 'utf8'))
  const hash = `ab:${scryptSync(PASSWORD, 'ab', 32).toString('hex')}`
  db.transaction(() => {
    const addUser = (email: string, role: string) =>
      db.run('INSERT INTO users VALUES (?, ?, ?, ?, 1)', [Bun.randomUUIDv7(), email, hash, role])
    addUser(ADMIN, 'bosslevel')
    for (const email of clubEmails) addUser(email, 'user')
    for (const [at, name] of itemNames.entries())
      db.run("INSERT INTO stock VALUES (?, ?, ?, 'enabled', ?, 1)", [
        Bun.randomUUIDv7(),
        name,
        STOCK,
        at,
      ])
    db.run("INSERT INTO flags VALUES ('ordering_disabled', 0)")
    db.run("INSERT INTO topics VALUES ('ordering', 0)")
  })()
  db.close()
}

const peer = (name: string, command: string[], live: Target['live']): Target => ({
  name,
  commands: [
    { start: 'built', command },
    { start: 'one file', command },
  ],
  cwd: dir,
  live,
  env: (dataDir) => ({ NODE_ENV: 'production', DATA_DIR: dataDir, JWT_SECRET: SECRET }),
  fill: async (dataDir) => fill(join(dataDir, FILE)),
  async totals(_url, _seed, dataDir) {
    const db = new Database(join(dataDir, FILE), { readonly: true })
    const sum = (column: string, table: string) =>
      Number(db.query(`SELECT coalesce(sum(${column}), 0) FROM ${table}`).values()[0]?.[0])
    const totals = {
      ordered: sum('ordered', 'lines'),
      allotted: sum('allotted', 'lines'),
      stock: sum('quantity', 'stock'),
    }
    db.close()
    return totals
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
