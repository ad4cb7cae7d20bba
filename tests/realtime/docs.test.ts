/** The example client in docs/live.md works. */
import { expect, test } from 'bun:test'
import { resolve } from 'node:path'
import { CLOSE, type StateFrame } from '#src/contract/frames.ts'
import { useFolder } from '#tests/support/folder.ts'
import { startPortal } from '#tests/support/portal.ts'
import { until } from '#tests/support/until.ts'

type Follow = (
  url: string,
  token: string | undefined,
  show: (state: StateFrame) => void,
  end: (code: number) => void,
) => () => void

const folder = useFolder()
const text = await Bun.file(resolve(import.meta.dir, '../../docs/live.md')).text()

/** The exports of the last code block. */
async function loadClient(): Promise<{ follow: Follow }> {
  const code = text.slice(text.lastIndexOf('```ts\n') + 6, text.lastIndexOf('```'))
  const path = folder('client.ts')
  await Bun.write(path, code)
  return import(path)
}

test('the client of docs/live.md shows each state and stops when its session ends', async () => {
  const { follow } = await loadClient()
  const portal = await startPortal()
  const [club, admin] = [await portal.createClub(), await portal.createAdmin()]
  const shown: StateFrame[] = []
  const codes: number[] = []
  const stop = follow(
    portal.url,
    club.token,
    (state) => shown.push(state),
    (code) => codes.push(code),
  )
  await until('the first states', () => shown.length === 3)
  expect(shown.map(({ topic }) => topic).toSorted()).toEqual(['inventory', 'ordering', 'orders'])

  await portal.request('PUT', '/cart/confirm-disabled', {
    token: admin.token,
    body: { isConfirmDisabled: true },
  })
  await until('the change', () => shown.length === 4)
  expect(shown.at(-1)).toMatchObject({ topic: 'ordering', data: { isConfirmDisabled: true } })

  await portal.deps.store.accounts.change(club.email, { passwordHash: 'another' }, Date.now())
  await until('the end', () => codes.length === 1)
  expect(codes).toEqual([CLOSE.signInAgain])
  stop()
  await portal.close()
})
