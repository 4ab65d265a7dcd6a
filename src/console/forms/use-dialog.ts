import { type ReactNode, useState } from 'react'

type Draw = (close: () => void) => ReactNode

/** The dialog of a page: `ask` opens one, `dialog` is drawn where the page ends. `onClosed` is called after each. */
export function useDialog(onClosed?: () => void) {
  const [shown, setShown] = useState<{ readonly draw: Draw } | null>(null)
  const close = () => {
    setShown(null)
    onClosed?.()
  }
  return { ask: (draw: Draw) => setShown({ draw }), dialog: shown?.draw(close) }
}
