import { Elysia, t, type Context } from 'elysia'
import { auth } from '#src/auth.ts'
import type { Deps } from '#src/deps.ts'
import { jsonBody } from '#src/json-body.ts'
import { unauthorized } from '#src/rules/refusal.ts'
import { Done } from '../fields.ts'
import { problems } from '../problem.ts'
import {
  CodeRequest,
  DeviceHeaders,
  Login,
  PasswordReset,
  Registration,
  SignedIn,
} from './model.ts'
import {
  type Browser,
  register,
  requestRegistrationCode,
  requestResetCode,
  resetPassword,
  signIn,
} from './service.ts'

export const users = (deps: Deps) => {
  const { config, store } = deps
  const browserOf = (context: {
    network: string
    headers: { 'device-token'?: string | undefined }
  }): Browser => ({ network: context.network, deviceToken: context.headers['device-token'] })
  /** For links in mails; never what the request calls its host. */
  const origin = ({ server }: Pick<Context, 'server'>) =>
    config.publicUrl ?? new URL(`http://localhost:${server?.port ?? config.port}`).origin

  return new Elysia({ name: 'users', prefix: '/users', tags: ['Accounts'] })
    .use(auth(deps))
    .decorate('network', '')
    .post('/login', (context) => signIn(deps, context.body, browserOf(context)), {
      parse: jsonBody,
      headers: DeviceHeaders,
      body: Login,
      response: { 200: SignedIn, ...problems(400, 401, 413, 415, 422, 429, 503) },
      detail: { summary: 'Sign in' },
    })
    .post(
      '/request-code',
      async (context) => {
        const from = { browser: browserOf(context), origin: origin(context) }
        await requestRegistrationCode(deps, context.body.email, from)
        return { message: 'OTP sent to your email.' }
      },
      {
        parse: jsonBody,
        headers: DeviceHeaders,
        body: CodeRequest,
        response: {
          200: Done,
          ...problems(400, 413, 415, 422, 429, 'mail_unavailable', 503),
        },
        detail: {
          summary: 'Mail a code for registering',
          description:
            'Whether or not the address has an account, one mail is sent within the request.',
        },
      },
    )
    .post(
      '/register',
      async (context) => {
        await register(deps, context.body, browserOf(context))
        return context.status(201, { message: 'Registration successful!' })
      },
      {
        parse: jsonBody,
        headers: DeviceHeaders,
        body: Registration,
        response: { 201: Done, ...problems(400, 'invalid_code', 413, 415, 422, 429, 503) },
        detail: { summary: 'Register a club with a mailed code' },
      },
    )
    .post(
      '/request-code-pass-reset',
      async (context) => {
        await requestResetCode(deps, context.body.email, browserOf(context))
        return { message: 'OTP sent to your email.' }
      },
      {
        parse: jsonBody,
        headers: DeviceHeaders,
        body: CodeRequest,
        response: { 200: Done, ...problems(400, 413, 415, 422, 429, 503) },
        detail: {
          summary: 'Mail a code for a new password',
          description: 'Answers at once and alike for every address; the mail follows.',
        },
      },
    )
    .put(
      '/reset-password',
      async (context) => {
        await resetPassword(deps, context.body, browserOf(context))
        return { message: 'Your password was changed. Please sign in.' }
      },
      {
        parse: jsonBody,
        headers: DeviceHeaders,
        body: PasswordReset,
        response: { 200: Done, ...problems(400, 'invalid_code', 413, 415, 422, 429, 503) },
        detail: { summary: 'Set a new password with a mailed code' },
      },
    )
    .post(
      '/logout',
      async ({ session, status }) => {
        if (!session) throw unauthorized()
        await store.endToken(session.jti, session.account.id, session.expiresAt)
        return status(204, undefined)
      },
      {
        role: 'any',
        response: { 204: t.Void(), ...problems(401, 403, 503) },
        detail: { summary: 'End this token' },
      },
    )
}
