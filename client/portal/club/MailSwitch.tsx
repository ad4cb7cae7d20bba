import { useEffect, useState } from 'react'
import { ApiError, api, call } from '#client/portal/api.ts'
import { Switch } from '#client/portal/ui/Switch.tsx'
import { showFailure } from '#client/portal/ui/toast.ts'

type Preferences = { email: string; orderMails: boolean; digestMinutes: number }

/** Whether the club gets mails about its order. Saves at once; goes back and says so if that fails. */
export function MailSwitch() {
  const [shown, setShown] = useState<Preferences | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    // Without an answer there is no switch; the list beside it says that the server is away.
    call(api.users.preferences.get()).then(setShown, () => undefined)
  }, [])
  if (!shown || shown.digestMinutes === 0) return null
  const { email, orderMails } = shown

  async function turn(isOn: boolean) {
    setBusy(true)
    setShown((before) => before && { ...before, orderMails: isOn })
    try {
      await call(api.users.preferences.put({ orderMails: isOn }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setShown((before) => before && { ...before, orderMails: !isOn })
      showFailure(`Not saved. Mails stay ${isOn ? 'off' : 'on'}.`)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Switch
      label="Mails about my order"
      note={`To ${email}, when something changes`}
      checked={orderMails}
      busy={busy}
      onPress={() => {
        if (!busy) void turn(!orderMails)
      }}
    />
  )
}
