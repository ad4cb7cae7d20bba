import type { HoardingLine } from './hoarding-line.ts'

/** The headings that all three documents may show. */
export const notFoundLines: readonly HoardingLine[] = [
  {
    id: 'not-found',
    text: 'Nothing stands here',
    width: 84,
    parts: [
      { text: 'Nothing', width: 108 },
      { text: 'stands here', width: 66 },
    ],
  },
]

export const errorLines: readonly HoardingLine[] = [
  { id: 'error-1', text: 'Unexpected', width: 84, narrow: 60 },
  { id: 'error-2', text: 'Application Error!', width: 60, narrow: 50 },
]
