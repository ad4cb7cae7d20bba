import type { HoardingLine } from './hoarding-line.ts'

export const errorLines: readonly HoardingLine[] = [
  { text: 'Unexpected', fit: [5.782, 0.028, 84], narrow: [4.18, 0.013, 60] },
  { text: 'Application Error!', fit: [6.85, 0.01, 60], narrow: [5.895, 0.005, 50] },
]
