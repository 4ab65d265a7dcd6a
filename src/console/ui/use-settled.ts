import { useDeferredValue, useEffect, useState } from 'react'

/** The text once nothing was typed for a moment: not every letter is asked of the server. What it finds is drawn behind the typing. */
export function useSettled(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => settle(text), 200)
    return () => clearTimeout(timer)
  }, [text])
  return useDeferredValue(settled)
}
