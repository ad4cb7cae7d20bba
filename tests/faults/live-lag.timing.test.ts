/** How soon a change through one instance reaches the pages and sessions of another. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { type Cluster, missingServer, type Person, startCluster } from '#tests/support/cluster.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const SAMPLES = 15
/** An instance compares its pages with the store this often, so a lost notice costs no more. */
const REPAIR_MS = 1_000
/** The promise is 150 ms on a quiet machine. A repair instead of a notice is never this quick. */
const MOST_MS = 0.4 * REPAIR_MS
const REVOKED_MS = 2_000

describeWith('with two instances', missingServer, () => {
  let cluster: Cluster
  let club: Person
  beforeAll(async () => {
    cluster = await startCluster({ instances: 2 })
    club = await cluster.addClub('Film Club')
  })
  afterAll(() => cluster?.close())

  const order = (itemName: string) =>
    cluster.room().order(club, [{ itemName, ordered_quantity: 1 }])

  /** The median of the times from an act until something is so. */
  async function medianOf(act: (sample: number) => Promise<unknown>, isSo: () => boolean) {
    const took: number[] = []
    for (let sample = 0; sample < SAMPLES; sample++) {
      const begun = performance.now()
      await act(sample)
      await until('it is shown', isSo)
      took.push(performance.now() - begun)
    }
    return took.toSorted((a, b) => a - b)[Math.floor(SAMPLES / 2)] ?? Infinity
  }

  test('an order appears on a page of the other instance before a repair would show it', async () => {
    const page = await enterLive(cluster.at(1).url, cluster.admin.token)
    let seen = page.state('carts')?.rev ?? 0
    const median = await medianOf(
      async (sample) => {
        seen = page.state('carts')?.rev ?? 0
        await order(`Felt ${sample}`)
      },
      () => (page.state('carts')?.rev ?? 0) > seen,
    )
    console.log(`from the order to the other instance's page: median ${median.toFixed(0)} ms`)
    expect(median).toBeLessThan(MOST_MS)
    await page.close()
  })

  test('a decision appears on an open board of the other instance before a repair would show it', async () => {
    const room = cluster.room()
    const { _id } = await room.orderLine(club, await room.addItem(SAMPLES), SAMPLES)
    const board = await enterLive(cluster.at(1).url, cluster.admin.token)
    board.say({ type: 'open', topic: 'board' })
    await until('the board is open', () => board.state('board') !== undefined)
    let frames = 0
    const median = await medianOf(
      async () => {
        frames = board.frames.filter((frame) => 'user_id' in frame).length
        await room.allot([{ _id, allotted_quantity: 1 }])
      },
      () => board.frames.filter((frame) => 'user_id' in frame).length > frames,
    )
    console.log(`from the decision to the other instance's board: median ${median.toFixed(0)} ms`)
    expect(median).toBeLessThan(MOST_MS)
    await board.close()
  })

  test('a session that is signed out at one instance is closed at the other within 2 s', async () => {
    const { token } = await cluster.signIn(club.email)
    const page = await enterLive(cluster.at(1).url, token)
    await cluster.at(0).request('POST', '/users/logout', { token })
    const begun = performance.now()
    await page.closeCode()
    const { status } = await cluster.at(1).request('GET', '/inventorys/inventory/user', { token })
    expect(performance.now() - begun).toBeLessThan(REVOKED_MS)
    expect(status).toBe(401)
  })
})
