import type { HoardingLine } from './hoarding-line.ts'

export const notFoundLines: readonly HoardingLine[] = [
  {
    text: 'Nothing stands here',
    fit: [10.453, 0.028, 84],
    parts: [
      { text: 'Nothing', fit: [5.213, 0.043, 108] },
      { text: 'stands here', fit: [4.832, 0.013, 66] },
    ],
  },
]

export const errorLines: readonly HoardingLine[] = [
  { text: 'Unexpected', fit: [5.782, 0.028, 84], narrow: [4.18, 0.013, 60] },
  { text: 'Application Error!', fit: [6.85, 0.01, 60], narrow: [5.895, 0.005, 50] },
]
