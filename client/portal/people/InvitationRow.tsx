import { Button } from '#client/portal/ui/Button.tsx'
import type { Invitation } from '#src/contract/people.ts'
import { make, removeInvitation } from './people.ts'

type InvitationRowProps = { invitation: Invitation; children: string }

/** An address that may join, and a button that takes the invitation back. The focus then goes to the heading of the list. */
export function InvitationRow({ invitation, children }: InvitationRowProps) {
  const { email } = invitation
  async function remove(row: Element | null) {
    const heading = row?.closest('section')?.querySelector<HTMLElement>('h2, h3')
    const done = `The invitation of ${email} is removed`
    if (await make(() => removeInvitation(invitation), done)) heading?.focus()
  }
  return (
    <li>
      <div>
        <b>{email}</b>
        <span>{children}</span>
      </div>
      <Button
        size="small"
        onClick={({ currentTarget }) => void remove(currentTarget.closest('li'))}
      >
        Remove<span className="sr"> the invitation of {email}</span>
      </Button>
    </li>
  )
}
