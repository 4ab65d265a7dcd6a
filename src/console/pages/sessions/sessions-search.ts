import { given, oneOf, type Search, text } from '../../data/search.ts'

const activities = ['active', 'idle'] as const
const orders = ['CREATED_AT', 'LAST_ACTIVE_AT'] as const

/** State of the list of conversations, as in its address. */
export interface SessionsSearch {
  /** Text that the key contains, or that was said. */
  readonly search?: string
  /** Slug of the agent of the first run. */
  readonly agent?: string
  readonly activity?: (typeof activities)[number]
  readonly order?: (typeof orders)[number]
}

export function readSessionsSearch(search: Search): SessionsSearch {
  return given({
    search: text(search.search),
    agent: text(search.agent),
    activity: oneOf(activities, search.activity),
    order: oneOf(orders, search.order),
  })
}
