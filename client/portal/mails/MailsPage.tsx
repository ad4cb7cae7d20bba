import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { ApiError, api, call } from '#client/portal/data/api.ts'
import { toShown } from '#client/portal/data/live-query.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { RowName } from '#client/portal/ui/RowName.tsx'
import { type Column, Table } from '#client/portal/ui/Table.tsx'
import { showFailure, showToast } from '#client/portal/ui/toast.ts'
import type { ListedPurpose, QueuedMail } from '#src/contract/mails.ts'
import { whenText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'

/** No topic tells of mails: the page looks by itself while it is open. */
const LOOK_EVERY_MS = 5_000

const SUBJECTS: Record<ListedPurpose, string> = {
  order_changed: 'Changes of the order',
  password_changed: 'A new password',
  role_changed: 'A new role',
  new_browser: 'A sign-in from a new browser',
  new_administrator: 'A new administrator',
  invitation: 'An invitation',
  club_approved: 'An approved club',
}

/** `Waits`, `Tried twice, next at 18:05`, `Sent at 17:58`. */
function stateText({ state, attempts, dueAt, queuedAt }: QueuedMail, now: Date): string {
  if (state === 'sent') return `Sent, written ${whenText(new Date(queuedAt), now)}`
  if (state === 'refused') return 'Refused'
  if (state === 'given_up') return 'Given up'
  if (attempts === 0) return 'Waits'
  const tries = attempts === 1 ? 'once' : `${grouped(attempts)} times`
  return `Waits, tried ${tries}, next ${whenText(new Date(dueAt), now)}`
}

const mails = queryOptions({
  queryKey: ['mails'],
  queryFn: () =>
    call(api.users.mails.get(), [
      { _id: '', to: '', purpose: 'order_changed', attempts: 0, dueAt: '', queuedAt: '' },
    ]),
  refetchInterval: LOOK_EVERY_MS,
})

const columnsOf = (
  now: Date,
  busy: string | null,
  onSendAgain: (mail: QueuedMail) => void,
): Column<QueuedMail>[] => [
  {
    head: 'To',
    width: 'wide',
    cell: ({ clubName, to }) => <RowName name={clubName ?? to} detail={clubName && to} />,
  },
  { head: 'About', width: 'medium', cell: ({ purpose }) => SUBJECTS[purpose] },
  {
    head: 'State',
    width: 'wide',
    cell: (mail) => <RowName name={stateText(mail, now)} detail={mail.error} />,
  },
  {
    head: 'Send again',
    width: 'medium',
    screenOnly: true,
    stacked: 'bare',
    cell: (mail) =>
      mail.state !== 'sent' && (
        <Button size="small" busy={busy === mail._id} onClick={() => onSendAgain(mail)}>
          Send again<span className="sr"> to {mail.clubName ?? mail.to}</span>
        </Button>
      ),
  },
]

/** The outbox: what waits, how often it was tried and why it failed, and a way to send it again. */
export default function MailsPage() {
  const result = useQuery(mails)
  const { data: rows = [], dataUpdatedAt, refetch } = result
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ _id }: QueuedMail) =>
      call(api.users.mails({ id: _id })['send-again'].post(), { message: '' }),
    onSuccess: () => showToast('The mail is sent again'),
    onError: (error) =>
      showFailure(
        error instanceof ApiError && error.status === 404
          ? 'It was sent meanwhile, or is being sent.'
          : 'Not sent again. Check your connection and try again.',
      ),
    onSettled: () => refetch(),
  })
  const busy = isPending ? variables._id : null

  return (
    <AdminScreen
      note="What waits, what could not be sent, and the mails about orders of the last day."
      back={{ href: '/history', label: 'Back to History' }}
    >
      <ListBody
        list={toShown(result)}
        noun="mails"
        total={rows.length}
        empty={
          <EmptyState title="No mails wait">
            Mails wait here until they are sent. Mails about orders stay for a day.
          </EmptyState>
        }
      >
        <Table
          label="Mails"
          columns={columnsOf(new Date(dataUpdatedAt), busy, mutate)}
          rows={rows}
          idOf={({ _id }) => _id}
        />
      </ListBody>
    </AdminScreen>
  )
}
