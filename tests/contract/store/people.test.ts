/** Invitations, approval, and who may be moved or disabled. */
import { beforeEach, describe, expect, test } from 'bun:test'
import { asClubId, type ClubId, type PersonId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import type { Account, PeopleStore } from '#src/store/port.ts'
import { customRow } from '#tests/support/rows.ts'
import { type Coordinator, coordinator, NOBODY } from '#tests/support/stores.ts'
import {
  codeOf,
  countSuccesses,
  DAY,
  HOME,
  MINUTE,
  NOON,
  SECOND,
  times,
  topicsOf,
  typed,
  useStore,
} from './harness.ts'
import { onEachStore } from './stores.ts'

const NEW = 'new@campus.example'

onEachStore('people and invitations', (open) => {
  const portal = useStore(open)
  let people: PeopleStore
  let admin: Account
  let asha: Coordinator
  let ravi: Coordinator
  beforeEach(async () => {
    people = portal.store.people
    admin = await portal.admin({ cordName: 'Lead' })
    asha = await portal.club({ clubName: 'Drama Club', cordName: 'Asha' })
    ravi = await portal.club({ clubId: asha.clubId, cordName: 'Ravi' })
  })

  async function register(email: string, now = NOON, clubName = 'Own Club'): Promise<Account> {
    await portal.store.codes.request({
      email,
      purpose: 'register',
      client: HOME,
      now,
      codeHash: 'right',
    })
    return portal.store.codes.register(portal.newAccount({ email, clubName }), typed('right', now))
  }
  const invite = (
    clubId: ClubId | null,
    { id }: Account,
    { email = NEW, now = NOON }: { email?: string; now?: number } = {},
  ) => people.invite({ email, clubId }, id, now)
  const openOnes = async (now = NOON) =>
    (await people.list(now)).rows.invitations.map(({ email, clubName }) => [email, clubName])
  async function waiting(): Promise<string[]> {
    const mails = await portal.store.mail.list()
    return mails
      .filter(({ state }) => state === 'waiting')
      .map(({ purpose, to }) => `${purpose} ${to}`)
  }

  describe('an invitation', () => {
    test('leads whoever registers with its address into the club, once', async () => {
      const { value, moved } = await invite(asha.clubId, asha)
      expect(value).toMatchObject({ email: NEW, clubName: 'Drama Club', author: { name: 'Asha' } })
      expect(topicsOf({ moved })).toEqual(['people'])
      expect(await waiting()).toEqual([`invitation ${NEW}`])
      const made = await register(NEW)
      expect(made).toMatchObject({ clubId: asha.id, clubName: 'Drama Club', access: 'user' })
      expect(await openOnes()).toEqual([])
      expect(await people.findInvitation(value.id, NOON)).toMatchObject({
        isOpen: false,
        hasAccount: true,
      })
      expect((await portal.entries({ by: made.id })).map(({ kind }) => kind).toSorted()).toEqual([
        'account_made',
        'invitation_changed',
      ])
      const { rows } = await people.list(NOON)
      const [club] = rows.clubs.filter(({ _id }) => _id === asha.clubId)
      expect(club?.people.map(({ cordName }) => cordName)).toEqual(['Asha', 'Ravi', 'Coordinator'])
    })

    test('to the administrators makes one, and all others are told', async () => {
      await invite(asha.clubId, asha)
      await invite(null, admin)
      await invite(asha.clubId, ravi, { now: NOON + SECOND })
      const made = await register(NEW, NOON + MINUTE)
      expect(made).toMatchObject({ access: 'bosslevel', clubId: null })
      expect(await waiting()).toContain(`new_administrator ${admin.email}`)
      expect(await waiting()).not.toContain(`new_administrator ${NEW}`)
    })

    test('that has ended, or was removed, or whose author has left, leads nowhere', async () => {
      const { value } = await invite(asha.clubId, asha)
      const { clubId: other } = await portal.club()
      expect(await codeOf(people.endInvitation(value.id, other, ravi.id, NOON))).toBe('not_found')
      await people.endInvitation(value.id, asha.clubId, ravi.id, NOON)
      expect(await codeOf(people.endInvitation(value.id, null, admin.id, NOON))).toBe('not_found')
      await invite(asha.clubId, ravi)
      await people.changePerson(ravi.id, { disabled: true }, admin.id, NOON)
      expect(await openOnes()).toEqual([])
      await invite(asha.clubId, asha)
      const late = NOON + limits.invitationDays * DAY
      expect(await openOnes(late - SECOND)).toHaveLength(1)
      expect(await openOnes(late)).toEqual([])
      expect(await register(NEW, late)).toMatchObject({ clubName: 'Own Club' })
    })

    test('of a person who moves to another club goes with them', async () => {
      const other = await portal.club()
      await invite(asha.clubId, ravi)
      await people.changePerson(ravi.id, { clubId: other.clubId }, admin.id, NOON)
      expect(await openOnes()).toEqual([])
      expect(await codeOf(invite(asha.clubId, ravi))).toBe('unauthorized')
    })

    test('for an address with an account leaves the same rows', async () => {
      const other = await portal.club()
      await invite(asha.clubId, asha, { email: other.email })
      await invite(asha.clubId, asha)
      expect((await openOnes()).toSorted()).toEqual(
        [
          [other.email, 'Drama Club'],
          [NEW, 'Drama Club'],
        ].toSorted(),
      )
      expect((await waiting()).toSorted()).toEqual(
        [`invitation ${other.email}`, `invitation ${NEW}`].toSorted(),
      )
    })

    test('used twice at once makes one account', async () => {
      await invite(asha.clubId, asha)
      const tries = times(4, (n) => register(NEW, NOON + n * MINUTE))
      expect(await countSuccesses(tries, 'invalid_code')).toBe(1)
      expect(await portal.store.accounts.find({ email: NEW })).toMatchObject({ clubId: asha.id })
    })

    test('counts: 3 a day to an address, 20 of a club, ended ones too', async () => {
      const now = NOON + 2 * MINUTE
      for (const at of [NOON, NOON + MINUTE, now]) await invite(asha.clubId, asha, { now: at })
      expect(await openOnes()).toHaveLength(1)
      const [{ id = '' } = {}] = (await people.list(now)).rows.invitations
      await people.endInvitation(id, null, admin.id, now)
      expect(await codeOf(invite(asha.clubId, asha, { now }))).toBe('too_many_requests')
      expect(await codeOf(invite(null, admin, { now }))).toBe('too_many_requests')
      for (const n of times(17, Number))
        await invite(asha.clubId, n % 2 ? asha : ravi, { email: `p${n}@campus.example`, now })
      const more = { email: 'more@campus.example', now }
      expect(await codeOf(invite(asha.clubId, ravi, more))).toBe('too_many_requests')
      await invite(asha.clubId, admin, more)
      await invite(asha.clubId, asha, { now: now + DAY })
    })

    test('needs room: a club has 24 people and open invitations', async () => {
      const most = limits.peoplePerClub - 2
      const inviteNth = (n: number) =>
        invite(asha.clubId, n < 20 ? asha : admin, { email: `p${n}@campus.example` })
      for (const n of times(most, Number)) await inviteNth(n)
      expect(await codeOf(inviteNth(most))).toBe('invalid')
      await inviteNth(most - 1)
      await people.changePerson(ravi.id, { disabled: true }, admin.id, NOON)
      await inviteNth(most)
    })

    test('is listed among the newest 200', async () => {
      const days = times(3, (n) => NOON + n * DAY)
      for (const now of days)
        for (const n of times(limits.invitationsOfAdministrators, Number))
          await invite(null, admin, { email: `p${n}-${now}@campus.example`, now })
      expect(await openOnes(days[2])).toHaveLength(limits.listedInvitations)
    })

    test('to an unknown club is refused', async () => {
      expect(await codeOf(invite(NOBODY.clubId, admin))).toBe('not_found')
    })
  })

  describe('with approval', () => {
    test('a new club waits until it is approved, and an administrator may order for it', async () => {
      expect((await people.setRegistration('approval', admin.id, NOON)).value).toBe('approval')
      expect((await people.setRegistration('approval', admin.id, NOON)).moved).toEqual([])
      const made = coordinator(await register(NEW))
      const order = (actorId: PersonId) => portal.order(made, [customRow('Neon')], { actorId })
      expect(await codeOf(order(made.id))).toBe('club_waiting')
      await order(admin.id)
      expect(await codeOf(invite(made.clubId, made))).toBe('club_waiting')
      expect(await codeOf(invite(made.clubId, admin))).toBe('club_waiting')
      const before = await portal.rev(`orders:${made.id}`)
      const approved = await people.changeClub(
        made.clubId,
        { name: 'New Club', state: 'active' },
        admin.id,
        NOON,
      )
      expect(approved.value).toMatchObject({ name: 'New Club', state: 'active', lines: 1 })
      expect(topicsOf(approved).toSorted()).toEqual(['carts', `orders:${made.id}`, 'people'])
      expect(await portal.rev(`orders:${made.id}`)).toBeGreaterThan(before)
      expect(await waiting()).toEqual([`club_approved ${NEW}`])
      await order(made.id)
      const [entry] = await portal.entries({ kinds: ['club_changed'] })
      expect(entry?.changes).toEqual({
        clubName: ['Own Club', 'New Club'],
        clubState: ['waiting', 'active'],
      })
    })

    test('a club that waits goes with its last person; another stays with nobody', async () => {
      await people.setRegistration('approval', admin.id, NOON)
      const made = coordinator(await register(NEW))
      const names = async () => (await people.list(NOON)).rows.clubs.map(({ name }) => name)
      expect(await names()).toEqual(['Drama Club', 'Own Club'])
      await people.changePerson(made.id, { clubId: asha.clubId }, admin.id, NOON)
      expect(await names()).toEqual(['Drama Club'])
      const rename = people.changeClub(made.clubId, { name: 'Gone' }, admin.id, NOON)
      expect(await codeOf(rename)).toBe('not_found')
      const back = people.changePerson(made.id, { clubId: made.clubId }, admin.id, NOON)
      expect(await codeOf(back)).toBe('not_found')
    })
  })

  describe('disabling', () => {
    /** A decision about the club's order, which mails tell. */
    async function tellOfOrder() {
      await portal.order(asha, [customRow('Neon')])
      const { _id } = await portal.line(asha, 'Neon')
      await portal.allot([{ _id, remarks: 'Soon' }])
      await portal.store.mail.queueOrderMails(0, NOON + MINUTE)
    }

    test('ends sessions and drops mails, for one person or a whole club', async () => {
      await tellOfOrder()
      expect(await waiting()).toHaveLength(2)
      const one = await people.changePerson(ravi.id, { disabled: true }, admin.id, NOON)
      expect(one.value).toMatchObject({ disabled: true, ver: ravi.ver + 1 })
      expect(await waiting()).toEqual([`order_changed ${asha.email}`])
      const all = await people.changeClub(asha.clubId, { disabled: true }, admin.id, NOON)
      expect(all.value.people.map(({ disabled }) => disabled)).toEqual([true, true])
      expect(await waiting()).toEqual([])
      const entries = await portal.entries({ batch: all.batch ?? '' })
      expect(entries.map(({ personId }) => personId)).toEqual([asha.id])
      const back = await people.changeClub(asha.clubId, { disabled: false }, admin.id, NOON)
      expect(back.value.people.map(({ disabled }) => disabled)).toEqual([false, false])
    })

    test('moving drops the mails about the order alone', async () => {
      const other = await portal.club()
      await tellOfOrder()
      await portal.store.mail.queue(ravi.email, 'password_changed', NOON)
      await people.changePerson(ravi.id, { clubId: other.clubId }, admin.id, NOON)
      expect((await waiting()).toSorted()).toEqual(
        [`order_changed ${asha.email}`, `password_changed ${ravi.email}`].toSorted(),
      )
    })

    test('never takes the last administrator, nor oneself', async () => {
      const disable = (who: Account, by: Account) =>
        people.changePerson(who.id, { disabled: true }, by.id, NOON)
      expect(await codeOf(disable(admin, admin))).toBe('last_administrator')
      const second = await portal.admin()
      expect(await codeOf(disable(admin, admin))).toBe('last_administrator')
      const both = [disable(admin, second), disable(second, admin)]
      expect(await countSuccesses(both, 'last_administrator')).toBe(1)
      const { administrators } = (await people.list(NOON)).rows
      expect(administrators.filter(({ disabled }) => !disabled)).toHaveLength(1)
      const move = people.changePerson(admin.id, { clubId: asha.clubId }, second.id, NOON)
      expect(await codeOf(move)).toBe('invalid')
    })
  })

  test('the day of a sign-in is kept once', async () => {
    expect((await portal.store.accounts.sawOn(asha.id, '2026-11-22')).moved).toHaveLength(1)
    expect((await portal.store.accounts.sawOn(asha.id, '2026-11-22')).moved).toEqual([])
    const read = await people.readClub(asha.clubId, NOON)
    expect(read).toMatchObject({
      club: { id: asha.id, name: 'Drama Club', state: 'active' },
      people: [
        { cordName: 'Asha', seen: '2026-11-22' },
        { cordName: 'Ravi', seen: '' },
      ],
      invitations: [],
    })
    expect(await people.readClub(asClubId(Bun.randomUUIDv7()), NOON)).toBeNull()
  })
})
