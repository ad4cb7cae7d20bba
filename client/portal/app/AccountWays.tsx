import { Link } from 'wouter'
import { signOut } from '#client/portal/data/api.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { PAGES } from '#client/shared/pages.ts'
import iconButton from '#client/shared/IconButton.module.css'

/** The link to the person's account and the button "Log out". */
export function AccountWays() {
  return (
    <div>
      <Link href="/account" className={iconButton.IconButton} aria-label={PAGES['/account'].title}>
        <Icon name="person" />
      </Link>
      <IconButton icon="logout" label="Log out" onClick={() => void signOut()} />
    </div>
  )
}
