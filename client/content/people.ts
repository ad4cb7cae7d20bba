import type { Developer, Highlight, Vertical } from './schema.ts'

/** Ten: the first two stand large, the next eight in four columns. The picture is `team/<id>`. */
export const highlights: readonly Highlight[] = [
  { id: 'lead-oasis', title: 'Department coordinator', subtitle: 'Oasis' },
  { id: 'lead-apogee', title: 'Department coordinator', subtitle: 'APOGEE' },
  { id: 'structure-oasis', title: 'Structure coordinator', subtitle: 'Oasis' },
  { id: 'painting-oasis', title: 'Painting coordinator', subtitle: 'Oasis' },
  { id: 'publicity-oasis', title: 'Publicity coordinator', subtitle: 'Oasis' },
  { id: 'media-oasis', title: 'Media coordinator', subtitle: 'Oasis' },
  { id: 'structure-apogee', title: 'Structure coordinator', subtitle: 'APOGEE' },
  { id: 'painting-apogee', title: 'Painting coordinator', subtitle: 'APOGEE' },
  { id: 'publicity-apogee', title: 'Publicity coordinator', subtitle: 'APOGEE' },
  { id: 'media-apogee', title: 'Media coordinator', subtitle: 'APOGEE' },
]

/** The four crafts. The picture is `craft/<id>`; members are names, or roles until the names are known. */
export const verticals: readonly Vertical[] = [
  {
    id: 'structure',
    title: 'Structure',
    work: 'Gates and towers',
    description:
      'Everything that has to stand up by itself: gates, towers, photo booths, the frames behind the backdrops. Measured, cut, bolted, clad, and taken down again when the festival is over.',
    members: ['Structure coordinator, Oasis', 'Structure coordinator, APOGEE'],
  },
  {
    id: 'painting',
    title: 'Painting',
    work: 'Backdrops',
    description:
      'Backdrops and side panels, taller than the people who paint them: gridded from a sketch, blocked in with rollers, finished with a brush on a long stick, and carried out section by section.',
    members: ['Painting coordinator, Oasis', 'Painting coordinator, APOGEE'],
  },
  {
    id: 'publicity',
    title: 'Publicity',
    work: 'Posters, banners',
    description:
      'Posters, hoardings, banners and everything else that says when and where. Set, printed, trimmed, pasted up across the campus, and replaced when the rain has been at it.',
    members: ['Publicity coordinator, Oasis', 'Publicity coordinator, APOGEE'],
  },
  {
    id: 'media',
    title: 'Media',
    work: 'Photos and films',
    description:
      'The craft that keeps what the other three take down again: photographs, films and the pictures that go out while the festival is on. Formally a vertical since 2022.',
    members: ['Media coordinator, Oasis', 'Media coordinator, APOGEE'],
  },
]

/** Six, in the order of the credits. `title` is the name, and `subtitle` the role; until the name is known, the title is the role. The picture is `team/<id>`. */
export const developers: readonly Developer[] = [
  { id: 'developer-1', title: 'Executive Lead', linkedin: 'https://linkedin.example/' },
  { id: 'developer-2', title: 'Technical Lead', linkedin: 'https://linkedin.example/' },
  { id: 'developer-3', title: 'Full Stack Lead', linkedin: 'https://linkedin.example/' },
  { id: 'developer-4', title: 'Developer', linkedin: 'https://linkedin.example/' },
  { id: 'developer-5', title: 'Developer', linkedin: 'https://linkedin.example/' },
  { id: 'developer-6', title: 'UI/UX Designer', linkedin: 'https://linkedin.example/' },
]
