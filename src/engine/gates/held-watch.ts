import type { ActionRow } from '../../domain/run-log.ts'
import { released } from '../../domain/time-limit.ts'
import { topics } from '../../domain/wakeups.ts'
import { childOf, gateOf, type HeldWatch, isHeld } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import { Signal } from '../signal.ts'

/** A decision that nobody hints about is found within this. */
const pollMs = 1_000

export type WatchContext = Pick<
  RunContext,
  'run' | 'runs' | 'wakeups' | 'clock' | 'report' | 'signal' | 'draining'
>

/** Asks the database nothing before an action is held. */
export function watchHeld(ctx: WatchContext): HeldWatch {
  const held = new Map<string, { readonly action: ActionRow; readonly goOn: () => void }>()
  const closing = new AbortController()
  // Most steps hold nothing.
  let stopping: AbortSignal | undefined
  const over = () => {
    stopping ??= AbortSignal.any([closing.signal, ctx.signal, ctx.draining])
    return stopping
  }
  const bell = new Signal()
  const unlisten: (() => void)[] = []
  let isLooking = false
  let isPaused = false

  async function look(): Promise<void> {
    while (held.size > 0 && !over().aborted) {
      bell.clear()
      const free = await freeOf(
        [...held.values()].map(({ action }) => action),
        ctx,
      )
      for (const id of isPaused || over().aborted ? [] : free) {
        const { goOn } = held.get(id) ?? {}
        held.delete(id)
        goOn?.()
      }
      if (held.size > 0) await bell.wait(pollMs, ctx.clock, over())
    }
    isLooking = false
  }

  return {
    add: (action, goOn) => {
      if (!isHeld(action) || over().aborted) return
      const child = gateOf(action) === null ? childOf(action) : null
      const topic = child === null ? topics.control(ctx.run.id) : topics.rest(child)
      unlisten.push(ctx.wakeups.listen(topic, () => bell.ring()))
      held.set(action.id, { action, goOn })
      bell.ring()
      if (isLooking) return
      isLooking = true
      void look()
    },
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      bell.ring()
    },
    close: () => {
      closing.abort(released)
      for (const stop of unlisten) stop()
    },
  }
}

/** The ids of those that nothing holds up any more. What cannot be read now is read the next time. */
async function freeOf(actions: readonly ActionRow[], ctx: WatchContext): Promise<readonly string[]> {
  try {
    const decided = await ctx.runs.gates.decided(actions.flatMap((action) => gateOf(action) ?? []))
    const ids = new Set(decided.map(({ id }) => id))
    const checked = await Promise.all(
      actions.map(async (action) => {
        const gateId = gateOf(action)
        if (gateId !== null) return ids.has(gateId)
        const outcome = await ctx.runs.childOutcome(childOf(action) ?? '')
        return outcome.status !== 'WAITING'
      }),
    )
    return actions.filter((_, place) => checked[place]).map(({ id }) => id)
  } catch (error) {
    ctx.report(`Run ${ctx.run.id}: its gates could not be looked at; trying again.`, error)
    return []
  }
}
