import { topics } from '../domain/wakeups.ts'
import { Poll, unhinted } from './poll.ts'
import { openTail } from './tail.ts'
import type { TailOptions } from './tails.ts'

interface SessionKey {
  readonly projectId: string
  readonly key: string
}

/** Sessions that may not exist yet. */
interface SessionBirths {
  /** The id of the session under a key; `null` where there is none. */
  find(key: SessionKey): Promise<string | null>
  /** Its id as soon as there is one; `null` where `signal` aborts first. */
  untilBorn(key: SessionKey, signal: AbortSignal): Promise<string | null>
}

export function createSessionBirths({ pool, wakeups, report }: TailOptions): SessionBirths {
  async function findAll(keys: readonly SessionKey[]): Promise<readonly (string | null)[]> {
    const { rows } = await pool.query<{ id: string | null }>({
      name: 'rungraph-sessions',
      text: `select s.id from unnest($1::uuid[], $2::text[]) with ordinality as k("projectId", key, place)
        left join "Session" s on s."projectId" = k."projectId" and s.key = k.key order by k.place`,
      values: [keys.map(({ projectId }) => projectId), keys.map(({ key }) => key)],
    })
    return rows.map(({ id }) => id)
  }

  const poll = new Poll<SessionKey & { readonly wake: () => void }>({
    delay: unhinted,
    report,
    look: async (waiting) => {
      const ids = await findAll(waiting)
      return waiting.filter((_, place) => ids[place] != null)
    },
  })

  async function find(key: SessionKey): Promise<string | null> {
    const [id = null] = await findAll([key])
    return id
  }

  return {
    find,
    untilBorn: async (key, signal) => {
      // With its first run a session comes to be.
      const tail = openTail({
        wakeups,
        topics: [topics.queue],
        join: (_place: null, wake) => poll.join({ ...key, wake }),
      })
      try {
        while (!signal.aborted) {
          tail.reset()
          const id = await find(key)
          if (id !== null) return id
          await tail.wait(null, signal)
        }
        return null
      } finally {
        tail.close()
      }
    },
  }
}
