import { ORIGIN } from './manifest.ts'
import { contacts, department, departmentName } from '#client/content/links.ts'
import { departmentDescription } from '#client/content/department.ts'
import { picturesOf } from '#client/site/gallery/pictures-of.ts'
import { toDocumentTitle } from '#client/shared/pages.ts'
import { drawingAddress, photographAddress, photographOf } from '#client/media/pictures.ts'
import { describeSitePage } from './page-descriptions.ts'
import type { SitePage } from '#client/site/screens.tsx'

const absolute = (address: string) => ORIGIN + address
const meta = (name: string, content: string, kind: 'name' | 'property' = 'property') =>
  `<meta ${kind}="${name}" content="${Bun.escapeHTML(content)}">`

const organization = {
  '@type': 'Organization',
  '@id': absolute('/#organization'),
  name: departmentName,
  url: absolute('/'),
  logo: absolute('/icon-512.png'),
  description: departmentDescription,
  email: contacts.map(({ email }) => email),
  sameAs: department.map(({ address }) => address),
}

const pictureFile = (slot: string) => {
  const photograph = photographOf(slot)
  return photograph
    ? photographAddress(photograph.hash, photograph.jpeg, 'jpg')
    : drawingAddress(slot)
}

function describe(page: SitePage): object {
  const { address, title, edition } = page
  if (address === '/') return organization
  const shared = {
    name: title,
    description: describeSitePage(page),
    url: absolute(address),
    publisher: organization['@id'],
  }
  if (!edition) return { '@type': 'CollectionPage', ...shared }
  return {
    '@type': 'ImageGallery',
    ...shared,
    image: picturesOf(edition).map(({ slot, alt, width, height }) => ({
      '@type': 'ImageObject',
      contentUrl: absolute(pictureFile(slot)),
      name: alt,
      width,
      height,
    })),
  }
}

/** An edition without a picture of its own in `client/media/share` uses that of its festival. */
const pictureOf = ({ share, edition }: SitePage, drawn: ReadonlySet<string>) =>
  edition && !drawn.has(share) ? `wall-${edition.festival}` : share

/**
 * The tags for search engines and shared links; none for a 404 page. `drawn` names the pictures of shared links that exist.
 */
export function siteHead(page: SitePage, drawn: ReadonlySet<string>): string {
  if (page.status === 404) return ''
  const { address, title } = page
  const data = JSON.stringify({ '@context': 'https://schema.org', ...describe(page) })
  return [
    `<link rel="canonical" href="${Bun.escapeHTML(absolute(address))}">`,
    meta('og:type', 'website'),
    meta('og:site_name', departmentName),
    meta('og:title', title),
    meta('og:description', describeSitePage(page)),
    meta('og:url', absolute(address)),
    meta('og:image', absolute(`/share/${pictureOf(page, drawn)}.png`)),
    meta('og:image:width', '1200'),
    meta('og:image:height', '630'),
    meta('og:image:alt', toDocumentTitle(title)),
    meta('twitter:card', 'summary_large_image', 'name'),
    // an unescaped `<` could end the script
    `<script type="application/ld+json">${data.replaceAll('<', '\\u003c')}</script>`,
  ].join('')
}
