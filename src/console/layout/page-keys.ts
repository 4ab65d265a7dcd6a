import { useEffect, useRef } from 'react'
import { isField } from './shortcuts.ts'

/** By how many rows a key moves in a list. */
export const rowMoves: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }

/**
 * Keys that a page takes wherever the focus is, outside of fields, open lists, dialogs and what scrolls by itself. `act` says whether the key
 * meant something.
 */
export function usePageKeys(act: (key: string, event: KeyboardEvent) => boolean): void {
  const latest = useRef(act)
  useEffect(() => {
    latest.current = act
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isBusy(event.target))
        return
      if (latest.current(event.key, event)) event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

/** Whether the keys belong to the focused element: a field, an open list, a dialog, a text that scrolls. */
function isBusy(target: EventTarget | null): boolean {
  const isBox = target instanceof HTMLInputElement && target.type === 'checkbox'
  return (
    (isField(target) && !isBox) ||
    (target instanceof Element &&
      target.closest('[role="listbox"], [role="menu"], [role="dialog"], [role="region"], pre') !== null)
  )
}
