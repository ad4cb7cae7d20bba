import { createElement } from 'react'
import { toast } from 'react-hot-toast/headless'
import { UndoMessage } from './UndoMessage.tsx'

const removeDelay = 160

/** Two seconds of "Added to Cart". The same words said again replace themselves. */
export const showToast = (message: string) =>
  toast.success(message, { id: message, duration: 2_000, removeDelay })

/** A failure that has no place of its own on the screen; it stays long enough to be read. */
export const showFailure = (message: string) =>
  toast.error(message, { id: message, duration: 6_000, removeDelay })

/** Says what was done and offers to take it back, for eight seconds; pointer and focus stop the clock. */
export const offerUndo = (message: string, undo: () => void) =>
  toast(
    ({ id }) =>
      createElement(UndoMessage, {
        message,
        onUndo: () => {
          toast.dismiss(id)
          undo()
        },
      }),
    { duration: 8_000, removeDelay },
  )
