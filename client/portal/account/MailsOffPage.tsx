import { useEffect, useState } from 'react'
import { api, call, isRefusal } from '#client/portal/data/api.ts'
import { attempt } from '#client/portal/data/attempt.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { AccountLayout } from './AccountLayout.tsx'

const LATER = 'You can switch them on again on the page Account.'

const TITLES = {
  reading: 'Mails about your order',
  failed: 'Mails about your order',
  'bad link': 'This link does not work',
  asking: 'Stop mails about your order?',
  done: 'These mails are off',
}

type State =
  | { step: 'reading' | 'failed' | 'bad link' }
  | { step: 'asking' | 'done'; clubName: string; email: string }

/** What the last link of a mail about an order opens. Nothing happens before its button is pressed: mail scanners open links. */
export default function MailsOffPage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('t') ?? '')
  const [state, setState] = useState<State>({ step: 'reading' })
  const [busy, run] = useBusy()
  const isReading = state.step === 'reading'
  useEffect(() => {
    if (!isReading) return
    call(api.users['mails-off'].account.get({ query: { t: token } }), {
      clubName: '',
      email: '',
      orderMails: true,
    }).then(
      ({ orderMails, ...account }) =>
        setState({ step: orderMails ? 'asking' : 'done', ...account }),
      (error: unknown) => setState({ step: isRefusal(error) ? 'bad link' : 'failed' }),
    )
  }, [isReading, token])

  async function stop() {
    if (state.step !== 'asking') return
    const isDone = await attempt(
      () => call(api.users['mails-off'].post({}, { query: { t: token } }), { message: '' }),
      () => 'Not saved. Mails stay on.',
    )
    if (isDone) setState({ ...state, step: 'done' })
  }

  return (
    <AccountLayout title={TITLES[state.step]} note={state.step === 'asking' && LATER}>
      {state.step === 'failed' && (
        <ErrorPanel
          title="The link could not be checked"
          onRetry={() => setState({ step: 'reading' })}
        >
          Your mails are as they were.
        </ErrorPanel>
      )}
      {state.step === 'bad link' && (
        <p>It may be incomplete. Sign in and use the switch on the page Account.</p>
      )}
      {state.step === 'done' && <p>{LATER}</p>}
      {state.step === 'asking' && (
        <>
          <p>
            {state.clubName}, {state.email}. Your order stays as it is, and you still see everything
            under Your Orders.
          </p>
          <Button variant="primary" busy={busy} onClick={() => void run(stop)}>
            Stop these mails
          </Button>
        </>
      )}
    </AccountLayout>
  )
}
