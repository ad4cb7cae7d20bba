import { nameKey } from './names.ts'

/** A name without what a searching person leaves out: accents of Latin letters, and the forms of an apostrophe. */
const searchKey = (text: string): string =>
  nameKey(text)
    .normalize('NFKD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .replace(/[‘’ʼ]/g, "'")

/** Whether a name is found by a search: it compares as the server compares names, and without accents. */
export function createSearch(query: string): (name: string) => boolean {
  const wanted = searchKey(query)
  return wanted === '' ? () => true : (name) => searchKey(name).includes(wanted)
}
