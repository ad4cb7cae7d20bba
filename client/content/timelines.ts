import type { Coordinator } from './schema.ts'

/** StuCCAns are student heads of the cultural festival, CoStAAns coordinators of the technical one. */
const PROFILE = 'https://linkedin.example/'
const FORM = 'https://forms.example/'

/** An entry without a record, which asks for more information. */
export const nobody = { title: 'Do you know who?', profile: FORM, unknown: true } as const

/** Student heads of Oasis, newest first: 13 entries, 2013 to 2025. */
export const stuccan: readonly Coordinator[] = [
  { id: 'stuccan-2025', year: 2025, title: 'StuCCAn 2025', profile: PROFILE },
  { id: 'stuccan-2024', year: 2024, title: 'StuCCAn 2024', profile: PROFILE },
  { id: 'stuccan-2023', year: 2023, title: 'StuCCAn 2023', profile: PROFILE },
  { id: 'stuccan-2022', year: 2022, title: 'StuCCAn 2022', profile: PROFILE },
  { id: 'stuccan-2021', year: 2021, title: 'StuCCAn 2021', profile: PROFILE },
  { id: 'stuccan-2020', year: 2020, title: 'StuCCAn 2020', profile: PROFILE },
  { id: 'stuccan-2019', year: 2019, title: 'StuCCAn 2019', profile: PROFILE },
  { id: 'stuccan-2018', year: 2018, title: 'StuCCAn 2018', profile: PROFILE },
  { id: 'stuccan-2017', year: 2017, title: 'StuCCAn 2017', profile: PROFILE },
  { id: 'stuccan-2016', year: 2016, title: 'StuCCAn 2016', profile: PROFILE },
  { id: 'stuccan-2015', year: 2015, title: 'StuCCAn 2015', profile: PROFILE },
  { id: 'stuccan-2014', year: 2014, title: 'StuCCAn 2014', profile: PROFILE },
  { id: 'stuccan-2013', year: 2013, title: 'StuCCAn 2013', profile: PROFILE },
]

/** Technical coordinators of APOGEE, newest first: 8 entries over 7 editions, two of 2020, none of 2021. */
export const costaan: readonly Coordinator[] = [
  { id: 'costaan-8', year: 2025, title: 'CoStAAn 2025', profile: PROFILE },
  { id: 'costaan-7', year: 2024, title: 'CoStAAn 2024', profile: PROFILE },
  { id: 'costaan-6', year: 2023, title: 'CoStAAn 2023', profile: PROFILE },
  { id: 'costaan-5', year: 2022, title: 'CoStAAn 2022', profile: PROFILE },
  { id: 'costaan-4', year: 2020, title: 'CoStAAn 2020', subtitle: '1 of 2', profile: PROFILE },
  { id: 'costaan-3', year: 2020, title: 'CoStAAn 2020', subtitle: '2 of 2', profile: PROFILE },
  { ...nobody, id: 'costaan-2', year: 2019 },
  { id: 'costaan-1', year: 2018, title: 'CoStAAn 2018', profile: PROFILE },
]

/** What stands on top of each timeline; `param` is the address's. Any other value shows the second. */
export const timelines = {
  stuccan: {
    title: ["Our StuCCAn's", 'over the years...'],
    intro: 'Each StuCCAn is the student head of one Oasis, newest first.',
    entries: stuccan,
  },
  costaan: {
    title: ["Our CoStAAn's", 'over the years...'],
    intro: 'Each CoStAAn is a student coordinator of one APOGEE, newest first; 2020 had two.',
    entries: costaan,
  },
} as const
