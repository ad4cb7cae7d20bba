import type { HoardingLine } from '#client/shared/hoarding-line.ts'

/** The headings of the public pages, line by line. */
export const siteHoardings = {
  welcome: [
    {
      id: 'welcome-1',
      text: 'Welcome to the Department of',
      parts: ['Welcome to', 'the Department of'],
    },
    { id: 'welcome-2', text: 'Art, Design' },
    { id: 'welcome-3', text: '& Publicity' },
  ],
  about: [
    { id: 'about-1', text: 'About' },
    { id: 'about-2', text: 'Us' },
  ],
  aftermovie: [{ id: 'aftermovie', text: 'Aftermovie' }],
  team: [
    { id: 'team-1', text: 'Our' },
    { id: 'team-2', text: 'Team' },
  ],
  structure: [{ id: 'structure', text: 'Structure' }],
  painting: [{ id: 'painting', text: 'Painting' }],
  publicity: [{ id: 'publicity', text: 'Publicity' }],
  media: [{ id: 'media', text: 'Media' }],
  projects: [{ id: 'projects', text: 'Our Projects' }],
  oasis: [{ id: 'oasis', text: 'Oasis' }],
  apogee: [{ id: 'apogee', text: 'APOGEE' }],
  developers: [
    { id: 'developers-1', text: 'The' },
    { id: 'developers-2', text: 'Developers' },
  ],
  oasisYears: [
    { id: 'oasis-years-1', text: 'Oasis' },
    { id: 'years', text: 'Through The Years' },
  ],
  apogeeYears: [
    { id: 'apogee-years-1', text: 'Apogee' },
    { id: 'years', text: 'Through The Years' },
  ],
  relive: [
    {
      id: 'relive',
      text: 'Relive the memories',
      parts: ['Relive the', 'memories'],
    },
  ],
  stuccan: [
    { id: 'stuccan', text: "Our StuCCAn's", asWritten: true },
    { id: 'over', text: 'over the years...', asWritten: true },
  ],
  costaan: [
    { id: 'costaan', text: "Our CoStAAn's", asWritten: true },
    { id: 'over', text: 'over the years...', asWritten: true },
  ],
  noEdition: [
    {
      id: 'no-edition',
      text: 'No such edition',
      parts: ['No such', 'edition'],
    },
  ],
  noFestival: [
    {
      id: 'no-festival',
      text: 'No such festival',
      parts: ['No such', 'festival'],
    },
  ],
} as const satisfies Record<string, readonly HoardingLine[]>
