import { useCallback, useSyncExternalStore } from 'react'
import { isObject, parseJson } from '../../ui/json-check.ts'
import { type RunsSearch, readRunsSearch } from './runs-search.ts'

/** A view of the list of runs with a name. */
export interface SavedView {
  readonly name: string
  readonly view: RunsSearch
}

/** So many are kept of a project. */
const most = 30

/**
 * The views of a project that somebody has saved in this browser, by name. A view is an address: others get it as a link, and the server
 * has nothing to keep, to share or to forget.
 */
export function useSavedViews(projectId: string) {
  const key = `rungraph:views:${projectId}`
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(key) ?? '')
  const change = useCallback(
    (next: (views: readonly SavedView[]) => readonly SavedView[]) => {
      const views = next(readViews(localStorage.getItem(key) ?? ''))
      localStorage.setItem(key, JSON.stringify(views.slice(0, most)))
      for (const listener of listeners) listener()
    },
    [key],
  )
  return {
    views: readViews(text),
    /** In place of one with the same name. */
    save: (saved: SavedView) =>
      change((views) =>
        [...views.filter(({ name }) => name !== saved.name), saved].toSorted((a, b) =>
          a.name.localeCompare(b.name),
        ),
      ),
    remove: (name: string) => change((views) => views.filter((each) => each.name !== name)),
  }
}

/** Whether two views are the same, in whatever order their parts stand. */
export function isSameView(one: RunsSearch, other: RunsSearch): boolean {
  return textOf(one) === textOf(other)
}

function textOf(view: RunsSearch): string {
  return JSON.stringify(Object.entries(view).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const listeners = new Set<() => void>()

/** Other tabs save views, too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** What anything may have written there, another version of this page too: what cannot be read is left out. */
function readViews(text: string): readonly SavedView[] {
  const read: unknown = parseJson(text)
  if (!Array.isArray(read)) return []
  return read.flatMap((each: unknown) =>
    isObject(each) && typeof each.name === 'string' && isObject(each.view)
      ? [{ name: each.name.slice(0, 80), view: readRunsSearch(each.view) }]
      : [],
  )
}
