/** Changes made through one instance reach the pages and sessions of the others. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Board } from '#src/contract/board.ts'
import type { CartSummary, StockItem } from '#src/contract/records.ts'
import {
  ask,
  missingServer,
  startCluster,
  type Cluster,
  type Person,
} from '#tests/support/cluster.ts'
import { atDepth } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive, type LiveClient } from '#tests/support/live-client.ts'
import { until } from '#tests/support/until.ts'

const INSTANCES = 3
const SAMPLES = 5
const PAGES = atDepth(300, 2_000)
const BATCH = 50
const SIGN_IN_AGAIN = 4401

describeWith('three instances', missingServer, () => {
  let cluster: Cluster
  let club: Person
  beforeAll(async () => {
    cluster = await startCluster({ instances: INSTANCES })
    club = await cluster.addClub('Film Club')
  })
  afterAll(() => cluster.close())

  const order = (index: number, itemName: string) =>
    ask(cluster.at(index).url, 'POST', '/cart/add-items', {
      token: club.token,
      body: { userId: club.id, items: [{ itemName, ordered_quantity: 1 }] },
    })

  test('an order placed through one appears on an administrator’s page of another', async () => {
    const page = await enterLive(cluster.at(1).url, cluster.admin.token)
    for (let sample = 0; sample < SAMPLES; sample++) {
      const before = page.state('carts')?.rev ?? 0
      const placed = order(0, `Felt ${sample}`)
      await until('the page hears of it', () => (page.state('carts')?.rev ?? 0) > before)
      const { body } = await ask<CartSummary[]>(cluster.at(1).url, 'GET', '/cart/get-club-list', {
        token: cluster.admin.token,
      })
      expect((await placed).status).toBe(200)
      expect(body.map(({ clubName }) => clubName)).toEqual(['Film Club'])
      const lines = await ask<unknown[]>(
        cluster.at(1).url,
        'GET',
        `/cart/cart-items-user/${club.id}`,
        { token: cluster.admin.token },
      )
      expect(lines.body).toHaveLength(sample + 1)
    }
    await page.close()
  })

  test('a decision made through one reaches open boards of the others', async () => {
    const { token } = cluster.admin
    const item = await ask<StockItem>(cluster.at(0).url, 'POST', '/inventorys/inventory', {
      token,
      body: { itemName: 'Rope', itemQuantity: SAMPLES },
    })
    await ask(cluster.at(0).url, 'POST', '/cart/add-items', {
      token: club.token,
      body: { userId: club.id, items: [{ item_id: item.body._id, ordered_quantity: SAMPLES }] },
    })
    const boards = await Promise.all([1, 2].map((index) => enterLive(cluster.at(index).url, token)))
    for (const board of boards) board.say({ type: 'open', topic: 'board' })
    await until('the boards are open', () => boards.every((board) => board.state('board')))
    const { body } = await ask<Board>(cluster.at(1).url, 'GET', '/cart/board', { token })
    const line = body.clubs[0]?.lines[0]
    for (let given = 1; given <= SAMPLES; given++) {
      const isShown = (board: LiveClient) =>
        board.frames.some(
          (frame) =>
            frame.type === 'state' &&
            'user_id' in frame &&
            frame.data.lines[0]?.allotted_quantity === given,
        )
      const { status } = await ask(cluster.at(0).url, 'PUT', '/cart/update-multiple-cart-items', {
        token,
        body: { items: [{ _id: line?._id, allotted_quantity: 1 }] },
      })
      expect(status).toBe(200)
      await until('both boards show it', () => boards.every(isShown))
    }
    for (const board of boards) await board.close()
  })

  test(`a change of the switch reaches ${PAGES} pages across all instances`, async () => {
    const pages: LiveClient[] = []
    while (pages.length < PAGES)
      pages.push(
        ...(await Promise.all(
          Array.from({ length: BATCH }, (_, index) => enterLive(cluster.at(index).url)),
        )),
      )
    const { status } = await ask(cluster.at(0).url, 'PUT', '/cart/confirm-disabled', {
      token: cluster.admin.token,
      body: { isConfirmDisabled: true },
    })
    expect(status).toBe(200)
    const knows = (page: LiveClient) => page.state('ordering')?.data?.isConfirmDisabled === true
    await until('all have heard', () => pages.every(knows))
    expect(pages.filter((page) => page.isOpen() && knows(page))).toHaveLength(PAGES)
    expect((await order(1, 'Too late')).body.code).toBe('ordering_disabled')
    await ask(cluster.at(2).url, 'PUT', '/cart/confirm-disabled', {
      token: cluster.admin.token,
      body: { isConfirmDisabled: false },
    })
    await until('all have heard again', () => !pages.some(knows))
    for (const page of pages) page.socket.close()
  })

  const ends: Record<string, (person: Person) => Promise<unknown>> = {
    'signing out': ({ token }) => ask(cluster.at(0).url, 'POST', '/users/logout', { token }),
    'a new password': ({ email }) =>
      cluster.changeAccount(email, '--password', 'another-lantern-43'),
    'another role': ({ email }) => cluster.changeAccount(email, '--role', 'bosslevel'),
    'being disabled': ({ email }) => cluster.changeAccount(email, '--disable'),
  }
  for (const [index, [name, end]] of Object.entries(ends).entries())
    test(`${name} ends a session on every instance, and closes its pages`, async () => {
      const person = await cluster.addClub(`Club ${index}`)
      const pages = await Promise.all(
        cluster.instances.map(({ url }) => enterLive(url, person.token)),
      )
      const isRefused = async (url: string) =>
        (await ask(url, 'GET', '/inventorys/inventory/user', { token: person.token })).status ===
        401
      expect(await Promise.all(cluster.instances.map(({ url }) => isRefused(url)))).not.toContain(
        true,
      )
      await end(person)
      for (const { url } of cluster.instances)
        await until('the session is refused', () => isRefused(url))
      const codes = pages.map((page) => page.closeCode())
      expect(await Promise.all(codes)).toEqual(cluster.instances.map(() => SIGN_IN_AGAIN))
    })

  test('signing out ends only that session', async () => {
    const first = await cluster.signIn(club.email)
    const second = await cluster.signIn(club.email)
    const pages = [
      await enterLive(cluster.at(1).url, first.token),
      await enterLive(cluster.at(1).url, second.token),
    ]
    await ask(cluster.at(2).url, 'POST', '/users/logout', { token: first.token })
    expect(await pages[0]?.closeCode()).toBe(SIGN_IN_AGAIN)
    expect(pages[1]?.isOpen()).toBe(true)
    await pages[1]?.close()
  })
})
