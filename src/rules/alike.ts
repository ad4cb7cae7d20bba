import { nameKey } from './names.ts'

/** Names with the same key are taken for one: they differ in spaces, dots, hyphens and case at most. */
export const alikeKey = (name: string): string => nameKey(name).replace(/[\s.\p{Pd}]/gu, '')
