import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
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

/** What the last link of a mail about an order opens. Nothing happens before its button is pressed: mail scanners open links. */
export default function MailsOffPage() {
  const [query] = useState(() => ({ t: new URLSearchParams(location.search).get('t') ?? '' }))
  const { data, error, refetch } = useQuery({
    queryKey: ['mails off', query],
    queryFn: () =>
      call(api.users['mails-off'].account.get({ query }), {
        clubName: '',
        email: '',
        orderMails: true,
      }),
  })
  const [isOff, setOff] = useState(false)
  const [busy, run] = useBusy()
  const failed = isRefusal(error) ? 'bad link' : error ? 'failed' : 'reading'
  const step = data ? (isOff || !data.orderMails ? 'done' : 'asking') : failed

  async function stop() {
    const isDone = await attempt(
      () => call(api.users['mails-off'].post({}, { query }), { message: '' }),
      () => 'Not saved. Mails stay on.',
    )
    if (isDone) setOff(true)
  }

  return (
    <AccountLayout title={TITLES[step]} note={step === 'asking' && LATER}>
      {step === 'failed' && (
        <ErrorPanel title="The link could not be checked" onRetry={() => void refetch()}>
          Your mails are as they were.
        </ErrorPanel>
      )}
      {step === 'bad link' && (
        <p>It may be incomplete. Sign in and use the switch on the page Account.</p>
      )}
      {step === 'done' && <p>{LATER}</p>}
      {data && step === 'asking' && (
        <>
          <p>
            {data.clubName}, {data.email}. Your order stays as it is, and you still see everything
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
