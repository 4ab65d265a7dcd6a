import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { places } from './navigation.tsx'

/** `g` and a letter lead to a page, outside of fields. */
export function useShortcuts(): void {
  const navigate = useNavigate()
  useEffect(() => {
    let leaderAt = Number.NEGATIVE_INFINITY
    const onKey = (event: KeyboardEvent) => {
      if (event.metaKey || event.ctrlKey || event.altKey || isField(event.target)) return
      const isAfterLeader = event.timeStamp - leaderAt < 1_200
      leaderAt = event.key === 'g' && !isAfterLeader ? event.timeStamp : Number.NEGATIVE_INFINITY
      const place = isAfterLeader ? places.find(({ key }) => key === event.key) : undefined
      if (!place) return
      // The letter may mean something to the page: not this time.
      event.stopPropagation()
      void navigate({ to: place.to })
      // Enter is now for the page, and no longer for the button or the link that had the focus.
      document.querySelector<HTMLElement>('#content')?.focus()
    }
    addEventListener('keydown', onKey, { capture: true })
    return () => removeEventListener('keydown', onKey, { capture: true })
  }, [navigate])
}

/** Whether a key that is pressed there is text. */
export function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}
