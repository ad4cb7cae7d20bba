export type Coordinator = {
  /** Names the picture, `team/<id>`; it stays with the entry for good. */
  id: string
  year: number
  /** The person's name; until it is known, the edition. */
  title: string
  /** Role and edition; the role alone while the edition stands in the title. */
  subtitle: string
  profile: string
  /** The record is missing: the page asks those who know. */
  unknown?: true
}

const PROFILE = 'https://linkedin.example/'
const FORM = 'https://forms.example/'

/** What stands at a year between others that has no entry. */
export const nobody = { title: 'None on record', profile: FORM, unknown: true } as const

/** Student heads of Oasis, newest first: 13 entries, 2013 to 2025. */
export const stuccan: readonly Coordinator[] = [
  {
    id: 'stuccan-2025',
    year: 2025,
    title: 'Oasis 2025',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2024',
    year: 2024,
    title: 'Oasis 2024',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2023',
    year: 2023,
    title: 'Oasis 2023',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2022',
    year: 2022,
    title: 'Oasis 2022',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2021',
    year: 2021,
    title: 'Oasis 2021',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2020',
    year: 2020,
    title: 'Oasis 2020',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2019',
    year: 2019,
    title: 'Oasis 2019',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2018',
    year: 2018,
    title: 'Oasis 2018',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2017',
    year: 2017,
    title: 'Oasis 2017',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2016',
    year: 2016,
    title: 'Oasis 2016',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2015',
    year: 2015,
    title: 'Oasis 2015',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
  {
    id: 'stuccan-2014',
    year: 2014,
    title: 'Do you know who?',
    subtitle: 'StuCCAn, Oasis 2014. The record is missing.',
    profile: FORM,
    unknown: true,
  },
  {
    id: 'stuccan-2013',
    year: 2013,
    title: 'Oasis 2013',
    subtitle: 'StuCCAn',
    profile: PROFILE,
  },
]

/** Technical coordinators of APOGEE, newest first: 8 entries over 7 editions, two of 2020, none of 2021. */
export const costaan: readonly Coordinator[] = [
  {
    id: 'costaan-8',
    year: 2025,
    title: 'APOGEE 2025',
    subtitle: 'CoStAAn',
    profile: PROFILE,
  },
  {
    id: 'costaan-7',
    year: 2024,
    title: 'APOGEE 2024',
    subtitle: 'CoStAAn',
    profile: PROFILE,
  },
  {
    id: 'costaan-6',
    year: 2023,
    title: 'APOGEE 2023',
    subtitle: 'CoStAAn',
    profile: PROFILE,
  },
  {
    id: 'costaan-5',
    year: 2022,
    title: 'APOGEE 2022',
    subtitle: 'CoStAAn',
    profile: PROFILE,
  },
  {
    id: 'costaan-4',
    year: 2020,
    title: 'APOGEE 2020',
    subtitle: 'CoStAAn, one of two',
    profile: PROFILE,
  },
  {
    id: 'costaan-3',
    year: 2020,
    title: 'APOGEE 2020',
    subtitle: 'CoStAAn, one of two',
    profile: PROFILE,
  },
  {
    id: 'costaan-2',
    year: 2019,
    title: 'APOGEE 2019',
    subtitle: 'CoStAAn',
    profile: PROFILE,
  },
  {
    id: 'costaan-1',
    year: 2018,
    title: 'APOGEE 2018',
    subtitle: 'CoStAAn',
    profile: PROFILE,
  },
]

/** What stands on top of each timeline; `param` is the address's. Any other value shows the second. */
export const timelines = {
  stuccan: {
    title: ["Our StuCCAn's", 'over the years...'],
    intro:
      "StuCCAn's are the student heads of the cultural festival: newest first, on a carpenter's tape.",
    entries: stuccan,
  },
  costaan: {
    title: ["Our CoStAAn's", 'over the years...'],
    intro:
      "CoStAAn's are the technical coordinators of the technical festival: newest first, on a carpenter's tape.",
    entries: costaan,
  },
} as const
