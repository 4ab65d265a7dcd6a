import { given, oneOf, type Search, text } from '../../data/search.ts'

export const runTabs = ['timeline', 'plan', 'messages', 'events', 'tree', 'details'] as const

/** Which tab of a run is shown, and which step, action or model call is open beside it. */
export function readRunPageSearch(search: Search) {
  return given({ tab: oneOf(runTabs, search.tab), open: text(search.open) })
}
