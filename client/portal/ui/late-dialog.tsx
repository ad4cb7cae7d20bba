import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { afterFrame } from '#client/shared/after-frame.ts'
import { showFailure } from './toast.ts'

type DialogProps = {
  /** What it shows; it is open while this is not `null`. */
  of: object | null
  onClose: () => void
}

/**
 * A dialog whose code loads after the page is shown, so that it opens with the press: the keys that follow are meant for the dialog. Opening
 * it tries again what could not be loaded. If that fails too, a toast says so and the dialog counts as closed.
 */
export function lateDialog<P extends DialogProps>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  return function LateDialog(props: P) {
    const { of, onClose } = props
    const [loaded, setLoaded] = useState<{ Dialog: ComponentType<P> } | null>(null)
    const isWanted = of !== null && loaded === null
    const fail = useEffectEvent(() => {
      showFailure('This could not be loaded. Please try again.')
      onClose()
    })
    useEffect(
      () =>
        afterFrame(
          () =>
            void load().then(
              (Dialog) => setLoaded({ Dialog }),
              () => undefined,
            ),
        ),
      [],
    )
    useEffect(() => {
      if (isWanted) load().then((Dialog) => setLoaded({ Dialog }), fail)
    }, [isWanted])
    return loaded && <loaded.Dialog {...props} />
  }
}
