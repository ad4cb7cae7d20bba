import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { TOPIC_NAMES, type StateTopic } from '#src/contract/topics.ts'

const SAMPLE_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl'

/** The schema of the data of each topic that carries data. */
const DATA: Record<StateTopic, string> = {
  ordering: 'an `OrderingFlag`',
  orders: 'a list of `OrderLine`',
}
const dataTexts = Object.entries(DATA).map(([name, schema]) => `\`${name}\` carries ${schema}`)

const topic = t.Union(
  TOPIC_NAMES.map((name) => t.Literal(name)),
  {
    description:
      'For a club, `orders` is its own order and `inventory` is the list of items it can order.',
  },
)
const rev = t.Number({
  multipleOf: 1,
  minimum: 0,
  examples: [7],
  description: 'Grows with every change of the topic within one epoch.',
})
const token = t.String({ examples: [SAMPLE_TOKEN] })

const client = t.Union(
  [
    t.Object(
      { type: t.Literal('hello'), token: t.Optional(token) },
      {
        title: 'LiveHello',
        description: `The first frame, within ${limits.helloSeconds} s. Without a token the page is a visitor's.`,
      },
    ),
    t.Object(
      { type: t.Literal('sync'), topic },
      { title: 'LiveSync', description: 'Asks for the state of a topic again.' },
    ),
    t.Object(
      { type: t.Literal('token'), token },
      { title: 'LiveToken', description: 'A new token of the same account, after a new sign-in.' },
    ),
  ],
  { title: 'LiveClientFrame', description: 'A frame from the page on `/live`.' },
)

const server = t.Union(
  [
    t.Object(
      { type: t.Literal('welcome'), topics: t.Array(topic) },
      {
        title: 'LiveWelcome',
        description: 'Answers `hello` and `token` with the topics of this socket.',
      },
    ),
    t.Object(
      {
        type: t.Literal('state'),
        topic,
        epoch: t.String({
          examples: ['0193a1'],
          description:
            'Identifies the stored data. A state of another epoch replaces any revision.',
        }),
        rev,
        data: t.Optional(
          t.Unknown({
            description: `${dataTexts.join(', ')}. Absent where the page reads by HTTP.`,
          }),
        ),
      },
      {
        title: 'LiveState',
        description: 'The state of a topic, after the welcome and after each change.',
      },
    ),
    t.Object(
      {
        type: t.Literal('beat'),
        revs: t.Object(Object.fromEntries(TOPIC_NAMES.map((name) => [name, t.Optional(rev)]))),
      },
      {
        title: 'LiveBeat',
        description: `The revision of each topic of this socket, every ${limits.beatSeconds} s.`,
      },
    ),
  ],
  { title: 'LiveServerFrame', description: 'A frame from the server on `/live`.' },
)

/** The frames of the live channel as schemas, for the API's description. */
export const liveFrames = { client, server }
