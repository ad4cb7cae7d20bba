import { expect, it } from 'bun:test'
import { ask, createInstance } from '#tests/support/cluster.ts'
import { startSmtp } from '#tests/support/smtp.ts'

const PAIRS = 400
const PINGS = 12
/** Long enough that the work caused by one request does not affect the pings after the next one. */
const SPACE_MS = 30
const WARM_UP = 20
/** Random guesses are right in half of all cases and rarely reach this share of 800. */
const MOST_RIGHT = 0.56
/** A busy machine can reach the share once. A difference that reveals an account reaches it each time. */
const MOST_MEASUREMENTS = 3

type Sample = { isKnown: boolean; ms: number }

/** Returns the threshold that separates the most samples, and the side of the known addresses. */
function learn(samples: readonly Sample[]) {
  const sorted = samples.toSorted((a, b) => a.ms - b.ms)
  let knownBelow = 0
  let best = { right: 0, threshold: 0, isKnownAbove: true }
  const known = sorted.filter(({ isKnown }) => isKnown).length
  for (const [index, { isKnown, ms }] of sorted.entries()) {
    if (isKnown) knownBelow++
    const unknownBelow = index + 1 - knownBelow
    const above = known - knownBelow + unknownBelow
    if (above > best.right) best = { right: above, threshold: ms, isKnownAbove: true }
    const below = sorted.length - above
    if (below > best.right) best = { right: below, threshold: ms, isKnownAbove: false }
  }
  return ({ ms }: Sample) => ms > best.threshold === best.isKnownAbove
}

/** Returns the accuracy of a classifier on samples that it was not trained on. */
function accuracy(samples: readonly Sample[]): number {
  // Both samples of a pair stay in the same half, because they were measured under the same load.
  const halves = [0, 1].map((half) =>
    samples.filter((_, index) => Math.floor(index / 2) % 2 === half),
  )
  const right = halves.map((half, index) => {
    const guess = learn(halves[1 - index] ?? [])
    return half.filter((sample) => guess(sample) === sample.isKnown).length
  })
  return ((right[0] ?? 0) + (right[1] ?? 0)) / samples.length
}

it.each([
  'a request for a reset',
  'an invitation',
  'a sign-in',
  'a registration of somebody who is invited',
])('neither %s nor later activity reveals whether an address has an account', async (what) => {
  const smtp = await startSmtp()
  const known = 'known@campus.example'
  // A separate process: its event loop does only this work.
  const server = await createInstance({
    SMTP_URL: smtp.url,
    SMTP_TLS: 'off',
    MAIL_FROM: 'Inventory portal <portal@adp.example>',
    ADMIN_EMAIL: known,
    ADMIN_PASSWORD: 'violet-lantern-42',
    RATE_LIMITS: 'off',
    DEMO: 'off',
  })
  await server.start()
  async function timeOf(work: () => Promise<unknown>): Promise<number> {
    const begun = performance.now()
    await work()
    return performance.now() - begun
  }
  const signIn = { body: { email: known, password: 'violet-lantern-42' } }
  const { body } = await ask<{ token: string }>(server.url, 'POST', '/users/login', signIn)
  const reset = (email: string) =>
    ask(server.url, 'POST', '/users/request-code-pass-reset', { body: { email } })
  const invite = (email: string) =>
    ask(server.url, 'POST', '/users/invitations', {
      token: body.token,
      body: { email, access: 'bosslevel' },
    })
  const enter = (email: string) =>
    ask(server.url, 'POST', '/users/login', { body: { email, password: 'not the password' } })
  const register = (email: string) =>
    ask(server.url, 'POST', '/users/register', {
      body: {
        email,
        clubName: 'Film Club',
        cordName: 'Asha',
        mobile: '5550100',
        password: 'violet-lantern-43',
        verificationCode: '000000',
      },
    })
  const requests: Record<string, (email: string) => Promise<unknown>> = {
    'an invitation': invite,
    'a sign-in': enter,
    'a registration of somebody who is invited': register,
  }
  const request = requests[what] ?? reset
  const isInvited = request === register
  if (isInvited)
    for (const email of [known, 'nobody@campus.example']) {
      await invite(email)
      await ask(server.url, 'POST', '/users/request-code', { body: { email } })
    }
  const ping = () => ask(server.url, 'GET', '/health/live')

  async function measure() {
    const requests: Sample[] = []
    const followers: Sample[] = []
    for (let pair = -WARM_UP; pair < PAIRS; pair++)
      for (const isKnown of Math.random() < 0.5 ? [true, false] : [false, true]) {
        const requestMs = await timeOf(() => request(isKnown ? known : 'nobody@campus.example'))
        const followersMs = await timeOf(async () => {
          for (let n = 0; n < PINGS; n++) await ping()
        })
        const end = performance.now() + SPACE_MS
        while (performance.now() < end) await ping()
        if (pair < 0) continue
        requests.push({ isKnown, ms: requestMs })
        followers.push({ isKnown, ms: followersMs })
      }
    return { requests: accuracy(requests), followers: accuracy(followers) }
  }
  const least = { requests: 1, followers: 1 }
  for (let n = 0; n < MOST_MEASUREMENTS; n++) {
    const accuracies = await measure()
    least.requests = Math.min(least.requests, accuracies.requests)
    least.followers = Math.min(least.followers, accuracies.followers)
    if (Math.max(least.requests, least.followers) < MOST_RIGHT) break
  }
  expect(least.followers).toBeLessThan(MOST_RIGHT)
  expect(least.requests).toBeLessThan(MOST_RIGHT)
  // A reset is mailed to the known address only, as the first sign-in is; an invitation to both.
  expect(new Set(smtp.mails.map(({ to }) => to)).size).toBe(request === invite || isInvited ? 2 : 1)
  await server.stop()
  await server.remove()
  await smtp.close()
})
