/** What a button in a toast tells of its shortcut. */
export const SHORTCUT = 'Alt+Z'

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

/**
 * Whether a key press is Alt+Z. It works inside fields too: their own undo is Ctrl+Z, and Alt+Z writes nothing there. Only on a Mac it
 * writes an Ω, as in "8 Ω", so a field keeps that. AltGr counts as Ctrl and Alt, and writes letters.
 */
export const isShortcut = (press: Press, isInField: boolean): boolean =>
  press.altKey &&
  !press.ctrlKey &&
  !press.metaKey &&
  !press.shiftKey &&
  (press.key.toLowerCase() === 'z' || (press.key === 'Ω' && !isInField))
