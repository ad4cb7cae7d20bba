import { Icon } from './Icon.tsx'
import type { IconName } from './icon-paths.ts'
import styles from './SocialLinks.module.css'

type SocialLinksProps = {
  label: string
  links: readonly { network: string; icon: IconName; address: string }[]
}

export function SocialLinks({ label, links }: SocialLinksProps) {
  return (
    <ul className={styles.SocialLinks} aria-label={label}>
      {links.map(({ network, icon, address }) => (
        <li key={network}>
          <a href={address} target="_blank" rel="noopener" aria-label={network}>
            <Icon name={icon} />
          </a>
        </li>
      ))}
    </ul>
  )
}
