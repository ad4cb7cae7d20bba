import { Elysia, t } from 'elysia'
import type { QueuedMail as QueuedMailReply } from '#src/contract/mails.ts'
import type { Deps } from '#src/deps.ts'
import { auth } from '#src/http/auth.ts'
import { unreadBody } from '#src/http/json-body.ts'
import { reply, RowParams } from '#src/http/fields.ts'
import { problems } from '#src/http/problem.ts'
import { invalid } from '#src/http/errors.ts'
import { countOrRefuse } from '#src/http/limited.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { Account, ListedMail } from '#src/store/port.ts'
import * as model from './mails-model.ts'

const OFF = 'These mails are off. You can switch them on again on the page Account.'
/** How often an account may change its preferences: each change is a durable write. */
const CHANGES = { free: 20, windowMs: 60_000, words: 'You changed this 20 times in a minute.' }
const SENDING = 'The mail is sent again.'

const toWireMail = ({ id, queuedAt, dueAt, ...mail }: ListedMail): QueuedMailReply => ({
  _id: id,
  ...mail,
  queuedAt: new Date(queuedAt).toISOString(),
  dueAt: new Date(dueAt).toISOString(),
})

/** Mails about orders: whether an account wants them, the link that switches them off, and the outbox. */
export const mails = (deps: Deps) => {
  const { store, mailsOff, outbox, now } = deps
  const { digestMinutes } = deps.config

  /** Throws `too_many_requests` if the account changed it too often. */
  async function setOrderMails(account: Account, orderMails: boolean): Promise<void> {
    if (account.orderMails === orderMails) return
    await countOrRefuse(deps.counters, `preferences:${account.id}`, CHANGES)
    await store.accounts.setOrderMails(account.id, orderMails)
  }

  /** The enabled account of a link in a mail. Throws `invalid` for every other link. */
  async function accountOf(token: string): Promise<Account> {
    const id = mailsOff.read(token)
    const account = id === null ? null : await store.accounts.find({ id })
    if (!account || account.disabled) throw invalid([{ path: 't', msg: model.BAD_LINK }])
    return account
  }

  return new Elysia({ name: 'mails', prefix: '/users', tags: ['Mails'] })
    .use(auth(deps))
    .get(
      '/preferences',
      ({ account: { email, orderMails } }) => ({ email, orderMails, digestMinutes }),
      {
        right: 'account.own',
        response: { 200: model.Preferences },
        summary: "Read one's own preferences",
      },
    )
    .put(
      '/preferences',
      async ({ account, body }) => {
        await setOrderMails(account, body.orderMails)
        return { email: account.email, orderMails: body.orderMails, digestMinutes }
      },
      {
        right: 'account.own',
        body: model.PreferencesChange,
        response: { 200: model.Preferences },
        summary: "Change one's own preferences",
      },
    )
    .get(
      '/mails-off/account',
      async ({ query }) => {
        const { clubName, email, orderMails } = await accountOf(query.t)
        return { clubName, email, orderMails }
      },
      {
        query: model.MailsOffQuery,
        response: { 200: model.MailsOffAccount, ...problems(422, 503) },
        summary: 'Read whose mails a link in a mail stops',
        description: 'Changes nothing: mail scanners open links.',
      },
    )
    .post(
      '/mails-off',
      async ({ query }) => {
        await setOrderMails(await accountOf(query.t), false)
        return { message: OFF }
      },
      {
        parse: unreadBody,
        query: model.MailsOffQuery,
        response: { 200: reply.message(OFF), ...problems(413, 422, 429, 503) },
        summary: 'Stop mails about orders, by the link in a mail',
        description:
          'Needs no sign-in, only the link; it may be repeated. Mail programs call it with one press (RFC 8058). The body is not read.',
      },
    )
    .get('/mails', async () => (await store.mail.list()).map(toWireMail), {
      right: 'mails.see',
      response: { 200: t.Array(model.QueuedMail) },
      summary: 'List the outbox, newest first',
      description:
        'Mails that wait, that the mail server refused or that were given up, and mails about orders that were sent, for a day. Mails with a code are left out.',
    })
    .post(
      '/mails/:id/send-again',
      async ({ params }) => {
        if (!(await store.mail.sendAgain(params.id, now()))) throw notFound('A mail to send again')
        outbox.wake()
        return { message: SENDING }
      },
      {
        right: 'mails.see',
        params: RowParams,
        response: { 200: reply.message(SENDING), ...problems(404, 422) },
        summary: 'Try a mail of the outbox again now',
        description: 'The mail has the same words as before.',
      },
    )
}
