/** The types that a developer generates from /openapi.json are enough to write a client with. */
import { afterAll, beforeAll, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findClientGenerator } from '#scripts/servers.ts'
import { type Portal, startPortal } from '#tests/support/portal.ts'
import { describeWith, whyMissing } from '#tests/support/servers.ts'

const ROOT = join(import.meta.dir, '../..')
const generator = findClientGenerator()

/** Uses the generated types alone. The arguments are the address, and the tokens of an administrator and of a club with its id. */
const CLIENT = `
import type { components, paths } from './portal-api.ts'

type Schemas = components['schemas']
type ReplyOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

declare const process: { argv: string[] }
const [, , url = '', admin = '', club = '', clubId = ''] = process.argv

const read = async <Path extends keyof paths>(path: Path, token?: string): Promise<ReplyOf<Path>> => {
  const headers: HeadersInit = token === undefined ? {} : { authorization: 'Bearer ' + token }
  return (await fetch(url + path, { headers })).json()
}

const { isConfirmDisabled }: { isConfirmDisabled: boolean } = await read('/cart/confirm-disabled')
const order: Schemas['Order'] = {
  userId: clubId,
  items: [{ itemName: 'Felt', ordered_quantity: 2, link: 'https://shop.example/felt' }],
}
const answer = await fetch(url + '/cart/add-items', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + club, 'content-type': 'application/json' },
  body: JSON.stringify(order),
})
const placed: Schemas['OrderPlaced'] = await answer.json()
const [cart] = await read('/cart/get-club-list', admin)
const refused = await fetch(url + '/cart/get-club-list')
const problem: Schemas['Problem'] = await refused.json()
const code: Schemas['Problem']['code'] = problem.code
console.log(JSON.stringify([isConfirmDisabled, placed.items[0]?.ordered_quantity, cart?.user_id, code]))
`

async function run(cwd: string, ...command: string[]): Promise<string> {
  const child = Bun.spawn(command, { cwd, stdout: 'pipe', stderr: 'pipe' })
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  expect([await child.exited, out + errors]).toEqual([0, expect.any(String)])
  return out
}

describeWith('a client', whyMissing('openapi-typescript', generator), () => {
  let portal: Portal
  let folder: string
  beforeAll(async () => {
    portal = await startPortal()
    folder = mkdtempSync(join(tmpdir(), 'client-'))
  })
  afterAll(async () => {
    await portal.close()
    rmSync(folder, { recursive: true })
  })

  it('with types generated from /openapi.json compiles, places an order and reads lists', async () => {
    const spec = join(folder, 'openapi.json')
    const client = join(folder, 'client.ts')
    await Bun.write(spec, await (await fetch(`${portal.url}/openapi.json`)).text())
    await Bun.write(client, CLIENT)
    await run(folder, process.execPath, generator ?? '', spec, '-o', join(folder, 'portal-api.ts'))
    const strict = '--noEmit --strict --target esnext --module preserve --lib esnext,dom --types '
    const options = [...strict.split(' '), '--allowImportingTsExtensions', '--skipLibCheck']
    await run(folder, process.execPath, join(ROOT, 'node_modules/.bin/tsc'), ...options, client)

    const admin = await portal.createAdmin()
    const club = await portal.createClub()
    const printed = await run(
      folder,
      process.execPath,
      client,
      portal.url,
      admin.token,
      club.token,
      club.id,
    )
    expect(JSON.parse(printed)).toEqual([false, 2, club.id, 'unauthorized'])
  })
})
