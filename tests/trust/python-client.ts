/**
 * `bun tests/trust/python-client.ts`: a Python client made by openapi-generator reads the ordering switch and a refused sign-in. Needs Java,
 * Python 3 with venv, and Maven or `OPENAPI_GENERATOR_JAR`; says what is missing and is skipped without.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPortal } from '#tests/support/portal.ts'

const VERSION = '7.25.0'
const ARTIFACT = `org.openapitools:openapi-generator-cli:${VERSION}`

const USE = `
import sys
import portal_client
from portal_client.rest import ApiException

with portal_client.ApiClient(portal_client.Configuration(host=sys.argv[1])) as client:
    flag = portal_client.CartApi(client).get_cart_confirm_disabled()
    assert flag.is_confirm_disabled is True, flag
    try:
        portal_client.AccountsApi(client).post_users_login(
            portal_client.Login(email="nobody@campus.example", password="a wrong password")
        )
        raise SystemExit("signed in")
    except ApiException as refusal:
        assert refusal.status == 401, refusal
print("the generated Python client reads the flag and understands a refusal")
`

/** Runs a command and blocks meanwhile. Call it only while no server has to answer. */
function succeeds(...command: string[]): boolean {
  return Bun.spawnSync(command, { stdio: ['ignore', 'ignore', 'inherit'] }).exitCode === 0
}

function findJar(): string | null {
  const given = process.env.OPENAPI_GENERATOR_JAR
  if (given) return existsSync(given) ? given : null
  const kept = join(
    homedir(),
    `.m2/repository/org/openapitools/openapi-generator-cli/${VERSION}/openapi-generator-cli-${VERSION}.jar`,
  )
  if (!existsSync(kept) && Bun.which('mvn'))
    succeeds('mvn', '-q', 'dependency:get', `-Dartifact=${ARTIFACT}`, '-Dtransitive=false')
  return existsSync(kept) ? kept : null
}

function skip(reason: string): never {
  console.log(`generated Python client: skipped, ${reason}`)
  process.exit(0)
}

if (!Bun.which('java')) skip('there is no Java')
if (!Bun.which('python3')) skip('there is no Python 3')
const jar = findJar()
if (jar === null) skip(`${ARTIFACT} is not there and could not be fetched`)

const folder = mkdtempSync(join(tmpdir(), 'python-client-'))
const python = join(folder, 'venv', 'bin', 'python')
const made =
  succeeds(
    'java',
    '-jar',
    jar,
    'generate',
    '-g',
    'python',
    '-i',
    join(import.meta.dir, '../api/openapi.json'),
    '-o',
    join(folder, 'client'),
    '--package-name',
    'portal_client',
  ) &&
  succeeds('python3', '-m', 'venv', join(folder, 'venv')) &&
  succeeds(python, '-m', 'pip', 'install', '--quiet', join(folder, 'client'))

let exitCode = 1
if (made) {
  const portal = await startPortal()
  await portal.deps.store.ordering.set(true, 'an administrator', Date.now())
  exitCode = await Bun.spawn([python, '-c', USE, portal.url], {
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exited
  await portal.close()
}
rmSync(folder, { recursive: true })
console.log(`generated Python client: ${exitCode === 0 ? 'passed' : 'failed'}`)
process.exit(exitCode)
