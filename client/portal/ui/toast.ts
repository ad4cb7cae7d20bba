import { createElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { UndoMessage } from './UndoMessage.tsx'

const removeDelay = 160

/** Shows a success for two seconds. The same message shown again replaces itself. */
export const showToast = (message: string) =>
  toast.success(message, { id: message, duration: 2_000, removeDelay })

/** Shows a failure that has no place of its own on the screen, for six seconds. */
export const showFailure = (message: string) =>
  toast.error(message, { id: message, duration: 6_000, removeDelay })

const undoOf = new Map<string, string>()

/** How an offer looks: as what it is said, with which words and button, and for how long. */
const PLAIN = { say: toast as typeof toast.success, Message: UndoMessage, duration: 8_000 }

/**
 * Says what was done and offers to undo it, for eight seconds or as its last parameter says; the clock stops while the pointer or the focus is on it.
 * A newer offer about the same `subject` replaces the older one.
 */
export function offerUndo(
  message: string,
  undo: () => void,
  subject = message,
  { say, Message, duration } = PLAIN,
): void {
  toast.remove(undoOf.get(subject) ?? '')
  const onUndo = () => {
    toast.dismiss(id)
    undo()
  }
  const id = say(createElement(Message, { message, onUndo }), { duration, removeDelay })
  undoOf.set(subject, id)
}
