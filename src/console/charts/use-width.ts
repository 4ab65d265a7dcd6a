import { type RefCallback, useCallback, useState } from 'react'

/** The width of an element in pixels, as it changes; 0 until it is known. */
export function useWidth(): readonly [ref: RefCallback<Element>, width: number] {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Element | null) => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
