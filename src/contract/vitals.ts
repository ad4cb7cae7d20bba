import type { PagePath } from '#client/shared/pages.ts'

/** The speed metrics that a browser can report. */
export const METRICS = ['LCP', 'FCP', 'TTFB', 'INP', 'CLS'] as const
export type Metric = (typeof METRICS)[number]

/** The body of `POST /vitals`. */
export type VitalsReport = { page: PagePath; values: Partial<Record<Metric, number>> }
