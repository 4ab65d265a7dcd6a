import { type RefObject, useEffect, useState } from 'react'

export interface Size {
  readonly width: number
  readonly height: number
}

/** The size of an element in pixels, as it changes; null until it is known. */
export function useSize(of: RefObject<Element | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    if (!of.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [of])
  return size
}
