import { oneOf, reader, text } from '../../data/search.ts'

/** State of the list of conversations, as in its address. */
export const readSessionsSearch = reader((search) => ({
  /** Text that the key contains, or that was said. */
  search: text(search.search),
  /** Slug of the agent of the first run. */
  agent: text(search.agent),
  activity: oneOf(['active', 'idle'], search.activity),
  order: oneOf(['CREATED_AT', 'LAST_ACTIVE_AT'], search.order),
}))

export type SessionsSearch = ReturnType<typeof readSessionsSearch>
