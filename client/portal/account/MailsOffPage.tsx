import { useEffect, useState } from 'react'
import { ApiError, api, call, isRefusal } from '#client/portal/data/api.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { showFailure } from '#client/portal/ui/toast.ts'
import { AccountLayout, FormNote } from './AccountLayout.tsx'

const LATER = 'You can switch them on again beside Your Orders.'

type State =
  | { step: 'reading' | 'failed' | 'bad link' }
  | { step: 'asking' | 'done'; clubName: string; email: string }

/** What the last link of a mail about an order opens. Nothing happens before its button is pressed: mail scanners open links. */
export default function MailsOffPage() {
  const [token] = useState(() => new URLSearchParams(location.search).get('t') ?? '')
  const [state, setState] = useState<State>({ step: 'reading' })
  const [busy, setBusy] = useState(false)
  const isReading = state.step === 'reading'
  useEffect(() => {
    if (!isReading) return
    call(api.users['mails-off'].account.get({ query: { t: token } })).then(
      ({ orderMails, ...account }) =>
        setState({ step: orderMails ? 'asking' : 'done', ...account }),
      (error: unknown) => setState({ step: isRefusal(error) ? 'bad link' : 'failed' }),
    )
  }, [isReading, token])

  async function stop() {
    if (state.step !== 'asking') return
    setBusy(true)
    try {
      await call(api.users['mails-off'].post({}, { query: { t: token } }))
      setState({ ...state, step: 'done' })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      showFailure('Not saved. Mails stay on.')
    } finally {
      setBusy(false)
    }
  }

  switch (state.step) {
    case 'reading':
      return <AccountLayout title="Mails about your order">{null}</AccountLayout>
    case 'failed':
      return (
        <AccountLayout title="Mails about your order">
          <ErrorPanel
            title="The link could not be checked"
            onRetry={() => setState({ step: 'reading' })}
          >
            Your mails are as they were.
          </ErrorPanel>
        </AccountLayout>
      )
    case 'bad link':
      return (
        <AccountLayout title="This link does not work">
          <p>It may be incomplete. Sign in and use the switch beside Your Orders.</p>
        </AccountLayout>
      )
    case 'done':
      return (
        <AccountLayout title="These mails are off">
          <p>{LATER}</p>
        </AccountLayout>
      )
    case 'asking':
      return (
        <AccountLayout title="Stop mails about your order?">
          <p>
            {state.clubName}, {state.email}. Your order stays as it is, and you still see everything
            under Your Orders.
          </p>
          <Button variant="primary" busy={busy} onClick={() => void stop()}>
            Stop these mails
          </Button>
          <FormNote>{LATER}</FormNote>
        </AccountLayout>
      )
  }
}
