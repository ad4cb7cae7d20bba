import type { Project } from './schema.ts'

/** The address of the wall of a festival's editions, and how a way there is called. */
export const slideshowAddress = ({ param }: Project) => `/slideshow?description=${param}`
export const slideshowName = ({ title }: Project) => `${title} through the years`

/** The two festivals. The picture is `projects/<id>`. */
export const projects: readonly Project[] = [
  {
    id: 'oasis',
    param: 'OASIS',
    title: 'Oasis',
    description: 'The cultural festival: four days in October and November, in the odd semester.',
    intro:
      'Oasis is the cultural festival: four days in October and November, every odd semester. Each edition gets a look of its own. 2020, 2021 and 2025 are not on record, and the themes are still missing.',
    instagram: 'https://instagram.example/',
    linkedin: 'https://linkedin.example/',
    twitter: 'https://x.example/',
  },
  {
    id: 'apogee',
    param: 'APOGEE',
    title: 'APOGEE',
    description:
      'The technical festival: three days in late March or early April, in the even semester.',
    intro:
      'APOGEE is the technical festival: three days in late March or early April, every even semester. Each edition gets a look of its own; the themes are still missing.',
    instagram: 'https://instagram.example/',
    linkedin: 'https://linkedin.example/',
    twitter: 'https://x.example/',
  },
]
