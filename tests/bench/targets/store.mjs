// The store of the two hand-written targets. `db` is a bun:sqlite or better-sqlite3 handle: both have prepare().get/all/run with the same meaning.
// Every command is one function body, run by the caller between BEGIN IMMEDIATE and COMMIT.
export const PRAGMAS = [
  'busy_timeout = 5000',
  'journal_mode = WAL',
  'synchronous = FULL',
  'foreign_keys = ON',
]
export class Refused extends Error {
  constructor(status, code, message, errors) {
    super(message)
    this.status = status
    this.body = { message, error: message, code, ...(errors ? { errors } : {}) }
  }
}
export function openStore(db, hash, uuid) {
  const q = (sql) => db.prepare(sql)
  const userByEmail = q('SELECT id, password, role, token_version FROM users WHERE email = ?')
  const userById = q('SELECT role, token_version FROM users WHERE id = ?')
  const list = q(
    'SELECT id AS _id, name AS itemName, quantity AS itemQuantity, status AS itemStatus, rev FROM stock ORDER BY position',
  )
  const flag = q("SELECT value FROM flags WHERE name = 'ordering_disabled'")
  const setFlag = q("UPDATE flags SET value = ? WHERE name = 'ordering_disabled'")
  const bump = q(
    'INSERT INTO topics (topic, rev) VALUES (?, 1) ON CONFLICT (topic) DO UPDATE SET rev = rev + 1 RETURNING rev',
  )
  const rev = q('SELECT rev FROM topics WHERE topic = ?')
  const answered = q('SELECT body_hash, answer FROM answered WHERE user_id = ? AND key = ?')
  const remember = q(
    'INSERT INTO answered (user_id, key, body_hash, answer, at) VALUES (?, ?, ?, ?, ?)',
  )
  const item = q('SELECT id, name, quantity, status FROM stock WHERE id = ?')
  const addLine =
    q(`INSERT INTO lines (id, user_id, item_id, ordered, allotted, status, remarks, link) VALUES (?, ?, ?, ?, 0, 'Pending', '', '')
    ON CONFLICT (user_id, item_id) DO UPDATE SET ordered = ordered + excluded.ordered, status = CASE WHEN status IN ('Delivered', 'Rejected') THEN 'Pending' ELSE status END`)
  const order =
    q(`SELECT l.id AS _id, s.name AS itemName, l.ordered AS ordered_quantity, l.allotted AS allotted_quantity, l.status, l.remarks, l.link
    FROM lines l JOIN stock s ON s.id = l.item_id WHERE l.user_id = ? ORDER BY s.position`)
  const line = q('SELECT id, user_id, item_id, allotted FROM lines WHERE id = ?')
  const take = q('UPDATE stock SET quantity = quantity - ?, rev = rev + 1 WHERE id = ?')
  const give = q('UPDATE lines SET allotted = allotted + ? WHERE id = ?')
  const move = q(
    'INSERT INTO movements (item_id, line_id, change, reason, actor, at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  return {
    userByEmail: (email) => userByEmail.get(email),
    userById: (id) => userById.get(id),
    list: () => list.all(),
    ordering: () => ({ isConfirmDisabled: flag.get().value === 1, rev: rev.get('ordering').rev }),
    setOrdering(value) {
      setFlag.run(value ? 1 : 0)
      return { isConfirmDisabled: value, rev: bump.get('ordering').rev }
    },
    placeOrder(userId, key, raw, items) {
      const bodyHash = hash(raw)
      const before = answered.get(userId, key)
      if (before) {
        if (before.body_hash !== bodyHash)
          throw new Refused(422, 'key_reused', 'This key was used for another order.')
        return before.answer
      }
      if (flag.get().value === 1) throw new Refused(409, 'ordering_disabled', 'Ordering is closed.')
      for (const { item_id, ordered_quantity } of items) {
        const row = item.get(item_id)
        if (!row || row.status !== 'enabled')
          throw new Refused(409, 'unknown_item', `No item ${item_id}.`)
        addLine.run(uuid(), userId, item_id, ordered_quantity)
      }
      bump.get('orders:' + userId)
      bump.get('carts')
      const answer = JSON.stringify({ message: 'Order placed.', items: order.all(userId) })
      remember.run(userId, key, bodyHash, answer, new Date().toISOString())
      return answer
    },
    allot(actor, rows) {
      const at = new Date().toISOString()
      const wanted = new Map(),
        errors = [],
        clubs = new Set()
      const lines = rows.map((row, index) => {
        const found = line.get(row._id)
        if (!found) throw new Refused(404, 'unknown_line', `No line ${row._id}.`)
        wanted.set(found.item_id, (wanted.get(found.item_id) ?? 0) + row.allotted_quantity)
        if (found.allotted + row.allotted_quantity < 0)
          errors.push({
            path: `items.${index}.allotted_quantity`,
            msg: `Only ${found.allotted} given.`,
          })
        clubs.add(found.user_id)
        return found
      })
      lines.forEach((found, index) => {
        const left = item.get(found.item_id)
        if (left.quantity < wanted.get(found.item_id))
          errors.push({
            path: `items.${index}.allotted_quantity`,
            msg: `Only ${left.quantity} left of ${left.name}.`,
          })
      })
      if (errors.length) throw new Refused(409, 'insufficient_stock', errors[0].msg, errors)
      lines.forEach((found, index) => {
        const change = rows[index].allotted_quantity
        take.run(change, found.item_id)
        give.run(change, found.id)
        move.run(found.item_id, found.id, -change, 'allotment', actor, at)
      })
      bump.get('inventory')
      bump.get('carts')
      for (const club of clubs) bump.get('orders:' + club)
      return { clubs, updated: rows.length }
    },
  }
}
