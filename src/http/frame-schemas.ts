import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { reply, Titled } from './fields.ts'
import { isOpenedTopic, OPENED_TOPICS, TOPIC_NAMES, type StateTopic } from '#src/contract/topics.ts'

const SAMPLE_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIwMTkzIn0.c2lnbmF0dXJl'

/** The schema of the data of each topic that carries data. */
const DATA: Record<StateTopic, string> = {
  ordering: 'an `OrderingState`',
  orders: 'a list of `OrderLine`',
}
const dataTexts = Object.entries(DATA).map(([name, schema]) => `\`${name}\` carries ${schema}`)

/** A beat tells nothing of topics that a page opens. */
const BEATEN = TOPIC_NAMES.filter((name) => !isOpenedTopic(name))

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
const epoch = t.String({
  examples: ['0193a1'],
  description: 'Identifies the stored data. A state of another epoch replaces any revision.',
})
const opened = t.Union(OPENED_TOPICS.map((name) => t.Literal(name)))
const token = t.String({ examples: [SAMPLE_TOKEN] })

const client = t.Union(
  [
    Titled(
      'LiveHello',
      { type: t.Literal('hello'), token: t.Optional(token) },
      `The first frame, within ${limits.helloSeconds} s. Without a token the page is a visitor's.`,
    ),
    Titled('LiveSync', { type: t.Literal('sync'), topic }, 'Asks for the state of a topic again.'),
    Titled(
      'LiveOpen',
      { type: t.Literal('open'), topic: opened },
      'Opens a topic. Its state follows, then each row that changes, until `close`. A new socket has nothing open.',
    ),
    Titled('LiveClose', { type: t.Literal('close'), topic: opened }, 'Closes an opened topic.'),
    Titled(
      'LiveToken',
      { type: t.Literal('token'), token },
      'A new token of the same account, after a new sign-in.',
    ),
  ],
  { title: 'LiveClientFrame', description: 'A frame from the page on `/live`.' },
)

const server = t.Union(
  [
    Titled(
      'LiveWelcome',
      { type: t.Literal('welcome'), topics: t.Array(topic) },
      'Answers `hello` and `token` with the topics of this socket.',
    ),
    Titled(
      'LiveState',
      {
        type: t.Literal('state'),
        topic,
        epoch,
        rev,
        data: t.Optional(
          t.Unknown({
            description: `${dataTexts.join(', ')}. Absent where the page reads by HTTP.`,
          }),
        ),
      },
      'The state of a topic, after the welcome and after each change.',
    ),
    Titled(
      'LiveBoardClub',
      {
        type: t.Literal('state'),
        topic: t.Literal('orders'),
        user_id: reply.id(),
        epoch,
        rev,
        board_rev: rev,
        data: t.Unknown({ description: 'A `BoardClub`, with `lines: []` once it has none.' }),
      },
      'For pages with an open `board`: a club whose lines or names changed.',
    ),
    Titled(
      'LiveBoardItem',
      {
        type: t.Literal('state'),
        topic: t.Literal('inventory'),
        item_id: reply.id(),
        epoch,
        rev,
        board_rev: rev,
        data: t.Unknown({ description: 'A `BoardItem`.' }),
      },
      'For pages with an open `board`: an item whose row changed. An item that is new on the board comes before its club.',
    ),
    Titled(
      'LiveBeat',
      {
        type: t.Literal('beat'),
        revs: t.Object(Object.fromEntries(BEATEN.map((name) => [name, t.Optional(rev)]))),
      },
      `The revision of each topic of this socket, every ${limits.beatSeconds} s.`,
    ),
  ],
  { title: 'LiveServerFrame', description: 'A frame from the server on `/live`.' },
)

/** The frames of the live channel as schemas, for the API's description. */
export const liveFrames = { client, server }
