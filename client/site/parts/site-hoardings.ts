import type { HoardingLine } from '#client/shared/hoarding-line.ts'

const years = {
  text: 'Through The Years',
  fit: [8.63, 0.022, 78],
  narrow: [6.362, 0.01, 56],
} as const
const over = {
  text: 'over the years...',
  fit: [9.887, 0.025, 104],
  narrow: [6.367, 0.01, 62],
  asWritten: true,
} as const

export const siteHoardings = {
  welcome: [
    {
      text: 'Welcome to the Department of',
      fit: [12.19, 0.007, 66],
      parts: [
        { text: 'Welcome to', fit: [5.275, 0.01, 76] },
        { text: 'the Department of', fit: [6.327, 0.01, 56] },
      ],
    },
    { text: 'Art, Design', fit: [7.765, 0.035, 118], narrow: [4.095, 0.01, 60] },
    { text: '& Publicity', fit: [8.793, 0.018, 132], narrow: [4.08, 0.007, 58] },
  ],
  about: [
    { text: 'About', fit: [2.7, 0.018, 75] },
    { text: 'Us', fit: [2.09, 0.065, 150] },
  ],
  aftermovie: [{ text: 'Aftermovie', fit: [6.862, 0.03, 104], narrow: [3.473, 0.005, 50] }],
  team: [
    { text: 'Our', fit: [3.225, 0.04, 150] },
    { text: 'Team', fit: [3.288, 0.043, 112] },
  ],
  structure: [{ text: 'Structure', fit: [4.657, 0.018, 75] }],
  painting: [{ text: 'Painting', fit: [4.15, 0.025, 79] }],
  publicity: [{ text: 'Publicity', fit: [4.675, 0.028, 84] }],
  media: [{ text: 'Media', fit: [3.087, 0.033, 91] }],
  projects: [{ text: 'Our Projects', fit: [4.87, 0.01, 60], narrow: [4.473, 0.007, 54] }],
  oasis: [{ text: 'Oasis', fit: [3.902, 0.033, 124] }],
  apogee: [{ text: 'APOGEE', fit: [2.908, 0.015, 72], narrow: [3.255, 0.018, 80] }],
  developers: [
    { text: 'The', fit: [3, 0.063, 150] },
    { text: 'Developers', fit: [3.37, 0.005, 50], narrow: [3.78, 0.01, 56] },
  ],
  oasisYears: [{ text: 'Oasis', fit: [4.71, 0.04, 150], narrow: [4.152, 0.035, 132] }, years],
  apogeeYears: [{ text: 'Apogee', fit: [5.62, 0.045, 136], narrow: [4.59, 0.033, 112] }, years],
  relive: [
    {
      text: 'Relive the memories',
      fit: [8.898, 0.022, 76],
      parts: [
        { text: 'Relive the', fit: [4.173, 0.02, 74] },
        { text: 'memories', fit: [4.27, 0.02, 74] },
      ],
    },
  ],
  stuccan: [
    { text: "Our StuCCAn's", fit: [9.475, 0.03, 118], narrow: [5.572, 0.013, 66], asWritten: true },
    over,
  ],
  costaan: [
    { text: "Our CoStAAn's", fit: [9.16, 0.028, 112], narrow: [5.463, 0.01, 64], asWritten: true },
    over,
  ],
  notFound: [
    {
      text: 'Page not found',
      fit: [9.342, 0.04, 104],
      parts: [
        { text: 'Page', fit: [3.976, 0.07, 150] },
        { text: 'not found', fit: [5.11, 0.028, 84] },
      ],
    },
  ],
  noEdition: [
    {
      text: 'No such edition',
      fit: [8.932, 0.035, 96],
      parts: [
        { text: 'No such', fit: [5.06, 0.043, 108] },
        { text: 'edition', fit: [4.355, 0.035, 104] },
      ],
    },
  ],
  noFestival: [
    {
      text: 'No such festival',
      fit: [9.482, 0.035, 96],
      parts: [
        { text: 'No such', fit: [5.06, 0.043, 108] },
        { text: 'festival', fit: [4.963, 0.03, 104] },
      ],
    },
  ],
} as const satisfies Record<string, readonly HoardingLine[]>
