import { Elysia, t } from 'elysia'
import { auth } from '#src/http/auth.ts'
import type { Deps } from '#src/deps.ts'
import { jsonBody } from '#src/http/json-body.ts'
import { unauthorized } from '#src/rules/refusal.ts'
import { reply } from '#src/http/fields.ts'
import { problems } from '#src/http/problem.ts'
import * as model from './model.ts'
import {
  type Browser,
  register,
  requestRegistrationCode,
  requestResetCode,
  resetPassword,
  signIn,
} from './service.ts'

export const users = (deps: Deps) => {
  const { store, originOf, turns } = deps
  /** The options of the calls without a sign-in. */
  const ofAnybody = {
    parse: jsonBody,
    // Elysia waits only for a function that is declared `async`.
    transform: async () => turns.next(),
    headers: model.DeviceHeaders,
  }

  return new Elysia({ name: 'users', prefix: '/users', tags: ['Accounts'] })
    .use(auth(deps))
    .resolve(({ network, headers }): { browser: Browser } => ({
      browser: { network, deviceToken: headers['device-token'] },
    }))
    .post('/login', ({ body, browser }) => signIn(deps, body, browser), {
      ...ofAnybody,
      body: model.Login,
      response: { 200: model.SignedIn, ...problems(401, 429, 503) },
      summary: 'Sign in',
    })
    .post(
      '/request-code',
      async ({ body, browser, server }) => {
        const from = { browser, origin: originOf(server?.port) }
        await requestRegistrationCode(deps, body.email, from)
        return { message: 'OTP sent to your email.' }
      },
      {
        ...ofAnybody,
        body: model.CodeRequest,
        response: {
          200: reply.message('OTP sent to your email.'),
          ...problems(429, 'mail_unavailable', 503),
        },
        summary: 'Request a code for registering',
        description: 'Sends one mail before it answers, also to an address that has an account.',
      },
    )
    .post(
      '/register',
      async ({ body, browser, status }) => {
        await register(deps, body, browser)
        return status(201, { message: 'Registration successful!' })
      },
      {
        ...ofAnybody,
        body: model.Registration,
        response: {
          201: reply.message('Registration successful!'),
          ...problems(400, 'invalid_code', 429, 503),
        },
        summary: 'Register a club with a mailed code',
      },
    )
    .post(
      '/request-code-pass-reset',
      async ({ body, browser }) => {
        await requestResetCode(deps, body.email, browser)
        return { message: 'OTP sent to your email.' }
      },
      {
        ...ofAnybody,
        body: model.CodeRequest,
        response: { 200: reply.message('OTP sent to your email.'), ...problems(429, 503) },
        summary: 'Request a code for a new password',
        description:
          'Gives every address the same answer at once. The mail follows if the address has an account.',
      },
    )
    .put(
      '/reset-password',
      async ({ body, browser }) => {
        await resetPassword(deps, body, browser)
        return { message: 'Your password was changed. Please sign in.' }
      },
      {
        ...ofAnybody,
        body: model.PasswordReset,
        response: {
          200: reply.message('Your password was changed. Please sign in.'),
          ...problems(400, 'invalid_code', 429, 503),
        },
        summary: 'Set a new password with a mailed code',
      },
    )
    .post(
      '/logout',
      async ({ session, status }) => {
        if (!session) throw unauthorized()
        await store.accounts.endToken(session.jti, session.account.id, session.expiresAt)
        return status(204, undefined)
      },
      { right: 'session.end', response: { 204: t.Void() }, summary: 'Sign out' },
    )
}
