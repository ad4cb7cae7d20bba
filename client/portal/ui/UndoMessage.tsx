import { Button } from './Button.tsx'

export function UndoMessage({ message, onUndo }: { message: string; onUndo: () => void }) {
  return (
    <>
      {message}
      <Button icon="undo" onClick={onUndo}>
        Undo
      </Button>
    </>
  )
}
