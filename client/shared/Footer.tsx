import { applyForm, contacts, department, departmentName } from '#client/content/links.ts'
import { ArrowLink } from './ArrowLink.tsx'
import { Icon } from './Icon.tsx'
import { SocialLinks } from './SocialLinks.tsx'
import styles from './Footer.module.css'

export function Footer({ slim = false }: { slim?: boolean | undefined }) {
  return (
    <footer className={styles.Footer} data-slim={slim || undefined} data-print="no">
      <div className={styles.Bays}>
        <div>
          {!slim && <h2>You are backstage now</h2>}
          <span>{departmentName}</span>
          <SocialLinks label="The department elsewhere" links={department} />
          {!slim && (
            <ArrowLink href={applyForm} target="_blank" rel="noopener">
              Apply<span className="sr"> (opens in a new tab)</span>
            </ArrowLink>
          )}
        </div>
        {contacts.map(({ festival, email }) => (
          <div key={festival}>
            <span className={styles.Festival}>{festival}</span>
            <a href={`mailto:${email}`}>
              <Icon name="mail" size="small" />
              {email}
            </a>
          </div>
        ))}
      </div>
    </footer>
  )
}
