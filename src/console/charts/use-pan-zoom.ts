import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** How a drawing is shown in its frame: moved by x and y, then scaled. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

interface PanZoom {
  readonly view: View
  /** Whether the view follows by a transition: after a button, not while the pointer moves it. */
  readonly isSmooth: boolean
  /** The whole drawing in the frame, at most in its own size. */
  fitAll(): void
  /** Larger or smaller around the middle of the frame. */
  zoomBy(factor: number): void
}

const smallest = 0.2
const largest = 2

/**
 * Lets a drawing be moved by the pointer and scaled by a wheel with Ctrl or by two fingers on a touchpad. It begins fitted to the frame.
 */
export function usePanZoom(
  frame: RefObject<HTMLElement | null>,
  size: { readonly width: number; readonly height: number },
): PanZoom {
  const [view, setView] = useState<View>({ x: 0, y: 0, scale: 1 })
  const [isSmooth, setSmooth] = useState(false)
  const isOwn = useRef(false) // whether the reader has chosen a view
  const { width, height } = size

  const fitAll = useCallback(() => {
    const element = frame.current
    if (!element) return
    // The buttons at the lower edge cover no part of it.
    const room = Math.max(100, element.clientHeight - 36)
    const scale = clamp(Math.min(element.clientWidth / width, room / height, 1))
    isOwn.current = false
    setView({
      scale,
      x: Math.max(0, (element.clientWidth - width * scale) / 2),
      y: Math.max(0, (room - height * scale) / 2),
    })
  }, [frame, width, height])

  const zoomAt = useCallback((factor: number, x: number, y: number) => {
    isOwn.current = true
    setView((now) => {
      const scale = clamp(now.scale * factor)
      const ratio = scale / now.scale
      return { scale, x: x - (x - now.x) * ratio, y: y - (y - now.y) * ratio }
    })
  }, [])

  useEffect(() => {
    const element = frame.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      if (!isOwn.current) fitAll()
    })
    observer.observe(element)
    const end = new AbortController()
    const { signal } = end

    element.addEventListener(
      'wheel',
      (event) => {
        if (!event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        const box = element.getBoundingClientRect()
        setSmooth(false)
        zoomAt(Math.exp(-event.deltaY / 200), event.clientX - box.left, event.clientY - box.top)
      },
      { signal, passive: false },
    )
    element.addEventListener(
      'pointerdown',
      (event) => {
        if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return
        element.setPointerCapture(event.pointerId)
        setSmooth(false)
      },
      { signal },
    )
    element.addEventListener(
      'pointermove',
      ({ pointerId, movementX, movementY }) => {
        if (!element.hasPointerCapture(pointerId)) return
        isOwn.current = true
        setView((now) => ({ ...now, x: now.x + movementX, y: now.y + movementY }))
      },
      { signal },
    )
    return () => {
      end.abort()
      observer.disconnect()
    }
  }, [frame, fitAll, zoomAt])

  return {
    view,
    isSmooth,
    fitAll: () => {
      setSmooth(true)
      fitAll()
    },
    zoomBy: (factor) => {
      const element = frame.current
      if (!element) return
      setSmooth(true)
      zoomAt(factor, element.clientWidth / 2, element.clientHeight / 2)
    },
  }
}

function clamp(scale: number): number {
  return Math.min(largest, Math.max(smallest, scale))
}
