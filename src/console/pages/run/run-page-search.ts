import { oneOf, reader, text } from '../../data/search.ts'
import { type LogFloor, logFloors } from './log-lines.ts'

export const runTabs = ['timeline', 'plan', 'messages', 'events', 'details'] as const

const waitChoices = ['folded', 'shown'] as const

/** What of the trace is shown, as the address says it. */
export interface TraceSearch {
  readonly find: string | undefined
  readonly show: 'errors' | undefined
  readonly waits: (typeof waitChoices)[number] | undefined
  /** The level from which on lines of logs are shown; absent: all. */
  readonly log: LogFloor | undefined
}

/**
 * Which tab of a run is shown; which step, action or model call is open beside it, and the run below that it belongs to; what is searched in
 * the trace, whether waits are folded, and which lines of logs are shown.
 */
export const readRunPageSearch = reader((search) => ({
  tab: oneOf(runTabs, search.tab),
  open: text(search.open),
  within: text(search.within),
  find: text(search.find),
  show: oneOf(['errors'], search.show),
  waits: oneOf(waitChoices, search.waits),
  log: oneOf(logFloors, search.log),
}))
