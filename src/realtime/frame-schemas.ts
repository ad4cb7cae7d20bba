import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'

const SAMPLE_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl'

const topic = t.Union(
  [t.Literal('ordering'), t.Literal('inventory'), t.Literal('orders'), t.Literal('carts')],
  {
    description:
      'As this page names it: of a club `orders` is its own order and `inventory` the list of items.',
  },
)
const rev = t.Number({
  multipleOf: 1,
  minimum: 0,
  examples: [7],
  description: 'Rises with every change of the topic, within one epoch.',
})
const token = t.String({ examples: [SAMPLE_TOKEN] })

const client = t.Union(
  [
    t.Object(
      { type: t.Literal('hello'), token: t.Optional(token) },
      {
        title: 'LiveHello',
        description: `The first frame, within ${limits.helloSeconds} s; without a token as a visitor.`,
      },
    ),
    t.Object(
      { type: t.Literal('sync'), topic },
      { title: 'LiveSync', description: 'Asks to hear the state of a topic again.' },
    ),
    t.Object(
      { type: t.Literal('token'), token },
      { title: 'LiveToken', description: 'The same account after a new sign-in.' },
    ),
  ],
  { title: 'LiveClientFrame', description: 'What a page says on `/live`.' },
)

const server = t.Union(
  [
    t.Object(
      { type: t.Literal('welcome'), topics: t.Array(topic) },
      { title: 'LiveWelcome', description: 'Answers `hello` and `token`: what will be told.' },
    ),
    t.Object(
      {
        type: t.Literal('state'),
        topic,
        epoch: t.String({
          examples: ['0193a1'],
          description: 'Of the stored data: another epoch replaces any revision.',
        }),
        rev,
        data: t.Optional(
          t.Unknown({
            description:
              'With `ordering` an `OrderingFlag`, with `orders` the list of `OrderLine`; left out where the page reads by HTTP.',
          }),
        ),
      },
      { title: 'LiveState', description: 'The state of a topic, first and after each change.' },
    ),
    t.Object(
      {
        type: t.Literal('beat'),
        revs: t.Object({
          ordering: t.Optional(rev),
          inventory: t.Optional(rev),
          orders: t.Optional(rev),
          carts: t.Optional(rev),
        }),
      },
      {
        title: 'LiveBeat',
        description: `Every ${limits.beatSeconds} s: the revision of each topic of this socket.`,
      },
    ),
  ],
  { title: 'LiveServerFrame', description: 'What the server says on `/live`.' },
)

/** What is said on the live channel, as the API's description shows it. */
export const liveFrames = { client, server }
