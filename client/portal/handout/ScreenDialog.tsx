import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#client/portal/data/attempt.ts'
import { api, call } from '#client/portal/data/api.ts'
import { HISTORY } from '#client/portal/data/samples.ts'
import { useReader } from '#client/portal/history/use-reader.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { showToast } from '#client/portal/ui/toast.ts'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { sinceText } from '#src/rules/day-text.ts'
import styles from './Handout.module.css'

/** The newest change of the address, which is known by the history alone. */
const readChange = async () => {
  const query = { kind: 'pickup_set', limit: '200' } as const
  const { entries } = await call(api.cart.history.get({ query }), HISTORY)
  const isOfScreen = ({ field }: { field: string }) => field === 'pickupScreen'
  return entries.find(({ changes }) => changes?.some(isOfScreen)) ?? null
}

/** Makes the address of the screen in the store room, shows it this once, and ends it. */
export function ScreenDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null)
  const { now } = useReader()
  const { data: change } = useQuery({ queryKey: ['screen'], queryFn: readChange })
  const isThere = change?.changes?.some(({ after }) => after === true)
  const { busy, failure, setFailure, attempt } = useAttempt()
  const make = () =>
    attempt(async () => setUrl((await call(api.cart['pickup-screen'].post({}), { url: '' })).url))
  const end = () =>
    attempt(async () => {
      await call(api.cart['pickup-screen'].delete({}), { message: '' })
      showToast('The address of the screen has ended.')
      onClose()
    })
  async function copy() {
    try {
      await navigator.clipboard.writeText(url ?? '')
      showToast('Copied.')
    } catch {
      setFailure('This browser does not let the page copy. Mark the address and copy it.')
    }
  }
  return (
    <Dialog open onClose={onClose} title="Screen in the store room" closeLabel="Close" busy={busy}>
      <p>Whoever has this address sees which clubs have things ready, without signing in.</p>
      {url === null ? (
        <p>
          {change && isThere && <b>An address was made {sinceText(new Date(change.at), now)}. </b>}
          It is shown only once: copy it to the screen. A new address ends the one before.
        </p>
      ) : (
        <>
          <p>It is shown only now: copy it to the screen.</p>
          <p className={`line ${styles.ScreenAddress}`}>
            <code>{url}</code>
            <Button onClick={() => void copy()}>Copy</Button>
            <a className="button" href={url} target="_blank" rel="noopener">
              Open
            </a>
          </p>
        </>
      )}
      <Notice tone="danger">{failure}</Notice>
      <DialogActions>
        {(isThere || url !== null) && (
          <Button disabled={busy} onClick={end}>
            End {url === null ? 'the' : 'this'} address
          </Button>
        )}
        {url === null ? (
          <Button variant="primary" busy={busy} onClick={make}>
            Make an address
          </Button>
        ) : (
          <Button onClick={onClose}>Done</Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
