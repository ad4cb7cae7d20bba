import type { SheetMode } from '#src/rules/stock-sheet.ts'

/** What the numbers of a list mean. */
export const MODES: Record<SheetMode, { name: string; means: string; number: string }> = {
  add: {
    name: 'These arrived',
    means: 'They are added to what is on the shelf.',
    number: 'Arrived',
  },
  count: {
    name: 'This is on the shelf',
    means: 'You counted them. They replace the numbers in the portal.',
    number: 'Counted',
  },
}
