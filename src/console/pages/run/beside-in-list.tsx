import { useLocation, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { given, inPlace } from '../../data/search.ts'
import { usePageKeys } from '../../layout/page-keys.ts'
import { IconButton } from '../../ui/button.tsx'
import look from '../../ui/look.module.css'

/** The ways to the runs before and behind one in the list from which it was opened. */
interface Beside {
  /** Absent at the beginning of the list. */
  readonly before: string | undefined
  /** Absent at its end. */
  readonly next: string | undefined
  readonly go: (to: string | undefined) => boolean
}

/** Null without a list. Its keys work while a run is read, too. */
export function useBesideInList(runId: string): Beside | null {
  const listed = useLocation({ select: ({ state }) => state.listedRuns })
  const navigate = useNavigate({ from: '/runs/$runId' })
  const at = listed?.indexOf(runId) ?? -1
  const [before, next] = at === -1 ? [] : [listed?.[at - 1], listed?.[at + 1]]
  function go(to: string | undefined): boolean {
    if (to === undefined) return false
    // The tab stays, and the way back leads to the list.
    void navigate({
      to: '/runs/$runId',
      params: { runId: to },
      search: ({ tab }) => given({ tab }),
      state: true,
      ...inPlace,
    })
    return true
  }
  usePageKeys((key) => (key === '[' ? go(before) : key === ']' && go(next)))
  return at === -1 ? null : { before, next, go }
}

export function BesideInList({ before, next, go }: Beside) {
  return (
    <span className={look.inline}>
      <IconButton
        icon={ChevronLeft}
        label="Previous run of the list"
        aria-keyshortcuts="["
        isDisabled={before === undefined}
        onPress={() => go(before)}
      />
      <IconButton
        icon={ChevronRight}
        label="Next run of the list"
        aria-keyshortcuts="]"
        isDisabled={next === undefined}
        onPress={() => go(next)}
      />
    </span>
  )
}
