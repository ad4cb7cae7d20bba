import { apogee, memories, oasis } from '#client/content/editions.ts'
import { developers, highlights, verticals } from '#client/content/people.ts'
import { projects } from '#client/content/projects.ts'
import { costaan, stuccan } from '#client/content/timelines.ts'

/** Places for a single photograph: `team/lead-oasis` shows `media/team/lead-oasis.jpg`. */
export const SLOTS: ReadonlySet<string> = new Set([
  'about',
  'aftermovie',
  ...[...highlights, ...developers, ...stuccan, ...costaan].map(({ id }) => `team/${id}`),
  ...verticals.map(({ id }) => `craft/${id}`),
  ...projects.map(({ id }) => `projects/${id}`),
])

/** Folders for any number of photographs, shown in the order of their names. `cover` in the folder of an edition is its poster. */
export const FOLDERS: ReadonlySet<string> = new Set([
  ...oasis.map(({ year }) => `editions/oasis/${year}`),
  ...apogee.map(({ year }) => `editions/apogee/${year}`),
  ...memories.map(({ year }) => `memories/${year}`),
])

const FILE_NAME = /^[a-z0-9][a-z0-9_-]*$/i

/** The reason why a path is not a place for a picture, or `null` if it is one. */
export function slotFault(slot: string): string | null {
  const cut = slot.lastIndexOf('/')
  const [folder, name] = [slot.slice(0, Math.max(0, cut)), slot.slice(cut + 1)]
  if (SLOTS.has(slot)) return null
  if (!FOLDERS.has(folder))
    return 'the site has no picture at this place; media/README.md lists the places'
  return FILE_NAME.test(name)
    ? null
    : 'a name may contain only letters, digits, hyphens and underscores'
}
