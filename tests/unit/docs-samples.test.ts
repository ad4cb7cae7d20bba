import { afterAll, expect, test } from 'bun:test'
import { LANGUAGES, writeCalls } from '#client/docs/samples.ts'
import { useFolder } from '#tests/support/folder.ts'
import { canRun, runSample } from '#tests/support/samples.ts'

/** What a shell, TypeScript and Python each give a meaning of its own. */
const AWKWARD = `it's "quoted" \\ $HOME \`date\` \${x} {y} %s !! é`

const received: unknown[] = []
const server = Bun.serve({
  port: 0,
  routes: {
    '/users/login': {
      POST: async (request) => {
        received.push(await request.json())
        return Response.json({ token: 't', user: { id: 'c', clubName: 'Film Club' } })
      },
    },
    '/inventorys/inventory/user': () => Response.json([{ _id: 'i', itemName: 'Felt' }]),
    '/cart/add-items': { POST: () => Response.json({ message: 'Order placed.', items: [] }) },
  },
})
const folder = useFolder()
afterAll(() => server.stop(true))

for (const language of LANGUAGES)
  test.skipIf(!canRun(language))(
    `the ${language} sample sends an awkward password unchanged`,
    async () => {
      const values = { origin: server.url.origin, email: "o'hara@clubs.example", password: AWKWARD }
      const text = writeCalls(language, values).join('\n')
      const { exitCode, output } = await runSample(language, text, folder())
      expect(exitCode, output).toBe(0)
      expect(output).toContain('Order placed.')
      expect(received.pop()).toEqual({ email: values.email, password: AWKWARD })
    },
  )
