import type { HoardingLine } from '#client/shared/hoarding-line.ts'

/** The headings of the public pages, line by line. Each width is chosen by eye. */
export const siteHoardings = {
  welcome: [
    {
      id: 'welcome-1',
      text: 'Welcome to the Department of',
      width: 66,
      parts: [
        { text: 'Welcome to', width: 76 },
        { text: 'the Department of', width: 56 },
      ],
    },
    { id: 'welcome-2', text: 'Art, Design', width: 118, narrow: 60 },
    { id: 'welcome-3', text: '& Publicity', width: 132, narrow: 58 },
  ],
  about: [
    { id: 'about-1', text: 'About', width: 75 },
    { id: 'about-2', text: 'Us', width: 150 },
  ],
  aftermovie: [{ id: 'aftermovie', text: 'Aftermovie', width: 104, narrow: 50 }],
  team: [
    { id: 'team-1', text: 'Our', width: 150 },
    { id: 'team-2', text: 'Team', width: 112 },
  ],
  structure: [{ id: 'structure', text: 'Structure', width: { em: 4.7 } }],
  painting: [{ id: 'painting', text: 'Painting', width: { em: 4.17 } }],
  publicity: [{ id: 'publicity', text: 'Publicity', width: { em: 4.7 } }],
  media: [{ id: 'media', text: 'Media', width: { em: 3.1 } }],
  projects: [{ id: 'projects', text: 'Our Projects', width: 60, narrow: 54 }],
  oasis: [{ id: 'oasis', text: 'Oasis', width: 124 }],
  apogee: [{ id: 'apogee', text: 'APOGEE', width: 72, narrow: 80 }],
  developers: [
    { id: 'developers-1', text: 'The', width: 150 },
    { id: 'developers-2', text: 'Developers', width: 50, narrow: 56 },
  ],
  oasisYears: [
    { id: 'oasis-years-1', text: 'Oasis', width: 150, narrow: 132 },
    { id: 'years', text: 'Through The Years', width: 78, narrow: 56 },
  ],
  apogeeYears: [
    { id: 'apogee-years-1', text: 'Apogee', width: 136, narrow: 112 },
    { id: 'years', text: 'Through The Years', width: 78, narrow: 56 },
  ],
  relive: [
    {
      id: 'relive',
      text: 'Relive the memories',
      width: 76,
      parts: [
        { text: 'Relive the', width: 74 },
        { text: 'memories', width: 74 },
      ],
    },
  ],
  stuccan: [
    { id: 'stuccan', text: "Our StuCCAn's", width: 118, narrow: 66, asWritten: true },
    { id: 'over', text: 'over the years...', width: 104, narrow: 62, asWritten: true },
  ],
  costaan: [
    { id: 'costaan', text: "Our CoStAAn's", width: 112, narrow: 64, asWritten: true },
    { id: 'over', text: 'over the years...', width: 104, narrow: 62, asWritten: true },
  ],
  noEdition: [
    {
      id: 'no-edition',
      text: 'No such edition',
      width: 96,
      parts: [
        { text: 'No such', width: 108 },
        { text: 'edition', width: 104 },
      ],
    },
  ],
  noFestival: [
    {
      id: 'no-festival',
      text: 'No such festival',
      width: 96,
      parts: [
        { text: 'No such', width: 108 },
        { text: 'festival', width: 104 },
      ],
    },
  ],
} as const satisfies Record<string, readonly HoardingLine[]>
