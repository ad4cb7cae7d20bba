import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#client/portal/data/api.ts'
import { preferences } from '#client/portal/data/preferences.ts'
import { PREFERENCES } from '#client/portal/data/samples.ts'
import { Switch } from '#client/portal/ui/Switch.tsx'
import { showFailure } from '#client/portal/ui/toast.ts'

/** Whether the person gets mails about the club's order. Saves at once; goes back and says so if that fails. */
export function MailSwitch() {
  const client = useQueryClient()
  // Without an answer there is no switch; the rest of the page says that the server is away.
  const { data: known } = useQuery(preferences)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (orderMails: boolean) =>
      call(api.users.preferences.put({ orderMails }), PREFERENCES),
    onError: (_error, isOn) => showFailure(`Not saved. Mails stay ${isOn ? 'off' : 'on'}.`),
    onSuccess: () => client.invalidateQueries(preferences),
  })
  if (!known || known.digestMinutes === 0) return null
  const isOn = isPending ? variables : known.orderMails
  return (
    <Switch
      label="Mails about orders"
      note={`To ${known.email}, when something changes`}
      checked={isOn}
      busy={isPending}
      onPress={() => mutate(!isOn)}
    />
  )
}
