import { expect, test } from 'bun:test'
import type { LineChange } from '#src/contract/records.ts'
import type { DigestLine } from '#src/rules/digest.ts'
import type { Mail } from '#src/store/port.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import type { Coordinator } from '#tests/support/stores.ts'
import { ADMIN, DAY, MINUTE, NOON, SECOND, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

const DELAY = 10 * MINUTE
const LEASE = 15 * SECOND

/** Mails that tell clubs what others changed in their orders. */
onEachStore('mails about orders', (open) => {
  const portal = useStore(open)
  const mail = () => portal.store.mail
  /** Answers the batch. */
  const decide = async (decision: LineChange, now = NOON): Promise<string> => {
    const toAnswer = (_: unknown, batch = '') => batch
    return (await portal.allot([decision], { now, toAnswer })).value.body
  }
  const claim = (now: number) => mail().claim(now, LEASE)
  /** Takes every due step of the outbox, and delivers each mail. */
  async function deliver(now: number): Promise<Mail[]> {
    const sent: Mail[] = []
    await mail().queueOrderMails(DELAY, now)
    for (let next = await claim(now); next; next = await claim(now)) {
      await mail().markSent(next.id)
      sent.push(next)
    }
    return sent
  }
  const linesOf = (mails: readonly Mail[]): DigestLine[] =>
    mails.flatMap(({ digest }) => digest?.lines ?? [])

  async function ordered(units = 8): Promise<{ club: Coordinator; line: string; item: string }> {
    const [club, tape] = [await portal.club(), await portal.item('Tape', 50)]
    await portal.order(club, [stockRow(tape._id, units)])
    return { club, line: (await portal.line(club, 'Tape'))._id, item: tape._id }
  }

  test('says what is ready and where, what was handed over, and the rule that this announced', async () => {
    const { club, line } = await ordered()
    await portal.store.ordering.setPickup('Store room', ADMIN, NOON)
    await portal.store.ordering.hold(true, ADMIN, NOON)
    const ready = { _id: line, allotted_quantity: 5, status: 'Ready' } as const
    await portal.allot([ready], { note: 'Half each.' })
    expect(await deliver(NOON + DELAY)).toEqual([])
    const batch = await portal.handOver(club, line, 2)
    await portal.handOver(club, line, 1)
    await portal.undo(batch)
    const [told] = await deliver(NOON + DELAY)
    expect(told?.digest).toMatchObject({
      ready: { things: 4, pickup: 'Store room' },
      lines: [{ given: [0, 5], handed: [0, 1], note: 'Half each.' }],
    })
    await portal.handOver(club, line, 4)
    const [last] = await deliver(NOON + 2 * DELAY)
    expect(last?.digest).not.toHaveProperty('ready')
    expect(linesOf(last ? [last] : [])).toMatchObject([{ handed: [1, 5], given: [5, 5] }])
  })

  test('a decision is told once, ten minutes after it, as was and is', async () => {
    const { club, line } = await ordered()
    await decide(
      { _id: line, allotted_quantity: 3, status: 'Ready', remarks: 'Counter 2' },
      NOON + MINUTE,
    )
    expect(await mail().queueOrderMails(DELAY, NOON)).toBe(NOON + MINUTE + DELAY)
    expect(await deliver(NOON + DELAY)).toEqual([])
    const sent = await deliver(NOON + MINUTE + DELAY)
    expect(sent).toMatchObject([{ to: club.email, purpose: 'order_changed', deliver: true }])
    expect(sent[0]?.digest).toMatchObject({
      clubName: club.clubName,
      since: { at: NOON, what: 'order' },
      lines: [
        {
          lineId: line,
          itemName: 'Tape',
          what: 'changed',
          asked: [8, 8],
          given: [0, 3],
          status: ['Pending', 'Ready'],
          remarks: ['', 'Counter 2'],
          reason: '',
        },
      ],
    })
    expect(await deliver(NOON + DAY)).toEqual([])
    expect(await mail().queueOrderMails(DELAY, NOON + DAY)).toBeNull()
  })

  test('the next mail tells from the last one on, and comes ten minutes after the next change', async () => {
    const { line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 })
    await deliver(NOON + DELAY)
    const later = NOON + DELAY + SECOND
    await decide({ _id: line, allotted_quantity: 2 }, later)
    await decide({ _id: line, allotted_quantity: 1 }, later + MINUTE)
    expect(await deliver(later + DELAY - 1)).toEqual([])
    const [sent] = await deliver(later + DELAY)
    expect(sent?.digest?.since).toEqual({ at: NOON + DELAY, what: 'mail' })
    expect(sent?.digest?.lines).toMatchObject([{ given: [3, 6], status: null, remarks: null }])
  })

  test('what went back to what the club knows makes no mail', async () => {
    const { line } = await ordered()
    const batch = await decide({ _id: line, allotted_quantity: 3 })
    await portal.store.history.undo({ batch, actorId: ADMIN, toAnswer: String, now: NOON })
    expect(await deliver(NOON + DAY)).toEqual([])
    expect(await mail().nextAt()).toBeNull()
  })

  test('a club gets no mail about what it did itself, and knows it', async () => {
    const { club, line, item } = await ordered()
    expect(await deliver(NOON + DAY)).toEqual([])
    await decide({ _id: line, allotted_quantity: 0, status: 'Rejected' }, NOON + DAY)
    // The order opens the line again: it is Pending, as the club knew it.
    await portal.order(club, [stockRow(item, 2)], { now: NOON + DAY })
    expect(await deliver(NOON + 2 * DAY)).toEqual([])
    await decide({ _id: line, allotted_quantity: 1 }, NOON + 2 * DAY)
    const [sent] = await deliver(NOON + 3 * DAY)
    expect(sent?.digest).toMatchObject({
      since: { at: NOON, what: 'order' },
      lines: [{ asked: [10, 10], given: [0, 1], status: null }],
    })
  })

  test('a deleted, a restored and an added line are told as such', async () => {
    const { club, line } = await ordered()
    await portal.order(club, [customRow('Neon Sign', 2)])
    const removal = { actorId: ADMIN, now: NOON, reason: 'It was wet.' }
    const cart = await portal.cartOf(club)
    const { batch = '' } = await portal.store.orders.removeLine(cart, 'Neon Sign', removal)
    expect(linesOf(await deliver(NOON + DELAY))).toMatchObject([
      { itemName: 'Neon Sign', what: 'deleted', asked: [2, 2], reason: 'It was wet.' },
    ])
    const at = NOON + DAY
    await portal.store.history.undo({ batch, actorId: ADMIN, toAnswer: String, now: at })
    await portal.order(club, [customRow('Banner', 1)], { actorId: ADMIN, now: at })
    expect(linesOf(await deliver(at + DELAY))).toMatchObject([
      { itemName: 'Banner', what: 'added', asked: [0, 1] },
      { itemName: 'Neon Sign', what: 'restored', asked: [2, 2] },
    ])
    expect((await portal.line(club, 'Tape'))._id).toBe(line)
  })

  test('nothing of what is held back is told; an announcement is told at once', async () => {
    const { line } = await ordered()
    await portal.store.ordering.hold(true, ADMIN, NOON)
    await decide({ _id: line, allotted_quantity: 3, remarks: 'planted' })
    expect(await deliver(NOON + DAY)).toEqual([])
    const later = NOON + DAY
    await portal.store.orders.announce({ actorId: ADMIN, now: later })
    expect(linesOf(await deliver(later))).toMatchObject([
      { given: [0, 3], remarks: ['', 'planted'] },
    ])
  })

  test('the newest note of each line is told, once, unless it was taken back', async () => {
    const { line } = await ordered()
    const noted = async (note: string, decision: LineChange, now: number) =>
      (await portal.allot([decision], { note, now, toAnswer: (_, batch = '') => batch })).value.body
    const told = async (now: number) =>
      linesOf(await deliver(now)).map(({ itemName, note }) => [itemName, note])
    await noted('oldest first', { _id: line, allotted_quantity: 1 }, NOON)
    await noted('in proportion', { _id: line, allotted_quantity: 1 }, NOON)
    await decide({ _id: line, remarks: 'Counter 2' })
    expect(await told(NOON + DELAY)).toEqual([['Tape', 'in proportion']])
    await decide({ _id: line, allotted_quantity: 1 }, NOON + DAY)
    expect(await told(NOON + 2 * DAY)).toEqual([['Tape', undefined]])
    const later = NOON + 3 * DAY
    const batch = await noted('a mistake', { _id: line, allotted_quantity: 1 }, later)
    await portal.store.history.undo({ batch, actorId: ADMIN, toAnswer: String, now: later })
    await decide({ _id: line, status: 'Ready' }, later)
    expect(await told(later + DAY)).toEqual([['Tape', undefined]])
    await decide({ _id: line, remarks: 'Room 4' }, later + DAY)
    await portal.store.ordering.hold(true, ADMIN, later + DAY)
    await noted('planted', { _id: line, allotted_quantity: 1 }, later + DAY)
    expect(await told(later + 2 * DAY)).toEqual([['Tape', undefined]])
    const message = 'Paint was short.'
    await portal.store.orders.announce({ actorId: ADMIN, now: later + 2 * DAY, message })
    const [announced] = await deliver(later + 2 * DAY)
    expect(announced?.digest).toMatchObject({ message, lines: [{ note: 'planted' }] })
    await decide({ _id: line, status: 'Delivered' }, later + 2 * DAY)
    const [next] = await deliver(later + 3 * DAY)
    expect(next?.digest?.message).toBeUndefined()
  })

  test('an account that wants no mails gets none, also not later about that time', async () => {
    const { club, line } = await ordered()
    await portal.store.accounts.setOrderMails(club.id, false)
    await decide({ _id: line, allotted_quantity: 3 })
    expect(await deliver(NOON + DAY)).toEqual([])
    await portal.store.accounts.setOrderMails(club.id, true)
    await decide({ _id: line, allotted_quantity: 1 }, NOON + DAY)
    const [sent] = await deliver(NOON + 2 * DAY)
    expect(sent?.digest).toMatchObject({ since: null, lines: [{ given: [3, 4] }] })
    expect((await portal.store.accounts.find({ id: club.id }))?.orderMails).toBe(true)
  })

  test('with no delay set every club counts as told', async () => {
    const { line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 })
    expect(await mail().queueOrderMails(null, NOON)).toBeNull()
    expect(await deliver(NOON + DAY)).toEqual([])
  })

  test('a mail is sent with the same words until it is sent; what comes later is another mail', async () => {
    const { line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 })
    await mail().queueOrderMails(DELAY, NOON + DELAY)
    const first = await claim(NOON + DELAY)
    expect(first).toMatchObject({ attempts: 0, digest: { at: NOON + DELAY } })
    const retryAt = NOON + 2 * DELAY
    await mail().markFailed(first?.id ?? '', retryAt, 'The mail server answered 451.')
    await decide({ _id: line, allotted_quantity: 1 }, NOON + DELAY)
    // The instance crashes in the second try: nobody knows whether the mail was delivered.
    expect(await claim(retryAt)).toEqual(first && { ...first, attempts: 1 })
    expect(await claim(retryAt + LEASE)).toEqual(first && { ...first, attempts: 1 })
    await mail().markSent(first?.id ?? '')
    expect(linesOf(await deliver(retryAt + LEASE))).toMatchObject([{ given: [3, 4] }])
  })

  test('a mail is set aside after three tries of which nobody knows how they ended', async () => {
    const { line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 })
    await mail().queueOrderMails(DELAY, NOON + DELAY)
    for (const lease of [0, 1, 2])
      expect(await claim(NOON + DELAY + lease * LEASE)).toMatchObject({ purpose: 'order_changed' })
    expect(await claim(NOON + DELAY + 3 * LEASE)).toBeNull()
    expect(await mail().nextAt()).toBeNull()
    const error = 'The server stopped 3 times while it sent this mail.'
    const [listed] = await mail().list()
    expect(listed).toMatchObject({ purpose: 'order_changed', state: 'given_up', error })
    expect(await mail().sendAgain(listed?.id ?? '', NOON + DAY)).toBe(true)
    expect((await claim(NOON + DAY))?.digest?.lines).toMatchObject([{ given: [0, 3] }])
  })

  test('clubs that others changed at once are told once, whoever asks', async () => {
    const { line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 })
    await Promise.all([1, 2, 3].map(() => mail().queueOrderMails(DELAY, NOON + DELAY)))
    expect(await deliver(NOON + DAY)).toHaveLength(1)
  })

  test('the list shows what waits and what failed, and sends it again', async () => {
    const { club, line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 }, NOON - DELAY)
    await mail().queueOrderMails(DELAY, NOON)
    await mail().queue('somebody@campus.example', 'role_changed', NOON - 1)
    const request = { client: { network: '192.0.2.1', device: null }, now: NOON }
    await portal.store.codes.request({ email: club.email, purpose: 'reset', ...request })
    const address = { email: 'nobody@campus.example', deliver: false }
    await portal.store.codes.request({ ...address, purpose: 'reset', ...request })
    const [waiting, notice, ...others] = await mail().list()
    expect(others).toEqual([])
    expect(waiting).toMatchObject({
      to: club.email,
      clubName: club.clubName,
      purpose: 'order_changed',
      state: 'waiting',
      attempts: 0,
      dueAt: NOON,
      error: null,
    })
    expect(notice).toMatchObject({ clubName: null, purpose: 'role_changed' })

    await mail().markFailed(notice?.id ?? '', null, 'The mail server answered 451.')
    await mail().markFailed(waiting?.id ?? '', NOON + MINUTE, 'The mail server answered 451.')
    const failed = { attempts: 1, error: 'The mail server answered 451.' }
    expect(await mail().list()).toMatchObject([
      { ...failed, state: 'waiting', dueAt: NOON + MINUTE },
      { ...failed, state: 'given_up' },
    ])
    for (const { id } of await mail().list()) expect(await mail().sendAgain(id, NOON)).toBe(true)
    expect(await mail().list()).toMatchObject([
      { state: 'waiting', attempts: 0, dueAt: NOON },
      { state: 'waiting', attempts: 0, dueAt: NOON },
    ])
    expect(await mail().sendAgain('unknown', NOON)).toBe(false)
    for (let next = await claim(NOON); next; next = await claim(NOON)) {
      // A mail on its way is not sent twice.
      expect(await mail().sendAgain(next.id, NOON)).toBe(false)
      const isOrder = next.purpose === 'order_changed'
      await mail().markSent(next.id, ...(isOrder ? [{ error: 'refused' }] : []))
    }
    expect(await mail().list()).toMatchObject([{ state: 'refused', error: 'refused' }])
    expect(await mail().sendAgain(waiting?.id ?? '', NOON + DAY)).toBe(true)
    expect((await claim(NOON + DAY))?.digest?.lines).toMatchObject([{ given: [0, 3] }])
  })

  test('what was told is known after a restart', async () => {
    const { line } = await ordered()
    await decide({ _id: line, allotted_quantity: 3 })
    await deliver(NOON + DELAY)
    await portal.reopen()
    expect(await deliver(NOON + DAY)).toEqual([])
    await decide({ _id: line, allotted_quantity: 1 }, NOON + DAY)
    await portal.reopen()
    expect(linesOf(await deliver(NOON + 2 * DAY))).toMatchObject([{ given: [3, 4] }])
  })
})
