import { useMutation } from '@tanstack/react-query'
import { api, call } from '#client/portal/data/api.ts'
import { write } from '#client/portal/data/live-query.ts'
import { Switch } from '#client/portal/ui/Switch.tsx'
import { showFailure } from '#client/portal/ui/toast.ts'
import type { RegistrationMode } from '#src/contract/people.ts'
import styles from './People.module.css'

export function ApprovalSwitch({ mode }: { mode: RegistrationMode }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: RegistrationMode) =>
      write(call(api.users.registration.put({ mode: next }), {})),
    onError: () => showFailure('Not saved. Check your connection and try again.'),
  })
  const isOn = (isPending ? variables : mode) === 'approval'
  return (
    <div className={styles.Mode}>
      <Switch
        label="New clubs wait for approval"
        note={
          isOn
            ? 'On: a new club fills a cart, and can order once you approve it.'
            : 'Off: a new club can order at once.'
        }
        checked={isOn}
        busy={isPending}
        onPress={() => mutate(isOn ? 'open' : 'approval')}
      />
    </div>
  )
}
