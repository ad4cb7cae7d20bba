import { useEffect, useEffectEvent } from 'react'

/** Left and right arrow keys step by -1 and 1, wherever the focus is, while `active`. */
export function useArrowKeys(active: boolean, onStep: (steps: -1 | 1) => void): void {
  const step = useEffectEvent(onStep)
  useEffect(() => {
    if (!active) return
    function handleKeyDown(event: KeyboardEvent) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      if (event.key === 'ArrowLeft') step(-1)
      if (event.key === 'ArrowRight') step(1)
    }
    addEventListener('keydown', handleKeyDown)
    return () => removeEventListener('keydown', handleKeyDown)
  }, [active])
}
