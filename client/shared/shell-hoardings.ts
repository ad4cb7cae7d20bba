import type { HoardingLine } from './hoarding-line.ts'

/** The headings that all three documents may show. */
export const notFoundLines: readonly HoardingLine[] = [
  {
    id: 'not-found',
    text: 'Nothing stands here',
    parts: ['Nothing', 'stands here'],
  },
]

export const errorLines: readonly HoardingLine[] = [
  { id: 'error-1', text: 'Unexpected' },
  { id: 'error-2', text: 'Application Error!' },
]
