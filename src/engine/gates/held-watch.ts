import type { ActionRow } from '../../domain/run-log.ts'
import { type LinkedSignal, linkedTo, released } from '../../domain/time-limit.ts'
import { topics } from '../../domain/wakeups.ts'
import { toWordId } from '../../domain/word-id.ts'
import { childOf, gateOf, type HeldWatch, isHeld } from '../run/held.ts'
import type { RunContext } from '../run/run-context.ts'
import { Signal } from '../signal.ts'

/** Poll interval for a decision without wakeup, in milliseconds. */
const gatePollMs = 1_000

export type WatchContext = Pick<
  RunContext,
  'run' | 'runs' | 'wakeups' | 'clock' | 'report' | 'signal' | 'draining'
>

/** Asks the database nothing before an action is held. */
export function watchHeld(ctx: WatchContext): HeldWatch {
  const held = new Map<string, { readonly action: ActionRow; readonly onFree: () => void }>()
  // Created with the first held action: most steps hold nothing.
  let stopping: LinkedSignal | undefined
  let isClosed = false
  const over = () => {
    stopping ??= linkedTo(ctx.signal, ctx.draining)
    return stopping.signal
  }
  const changed = new Signal()
  const unlisten: (() => void)[] = []
  let isPolling = false
  let isPaused = false

  async function poll(): Promise<void> {
    while (held.size > 0 && !over().aborted) {
      changed.clear()
      const free = await freeOf(
        [...held.values()].map(({ action }) => action),
        ctx,
      )
      for (const id of isPaused || over().aborted ? [] : free) {
        const { onFree } = held.get(id) ?? {}
        held.delete(id)
        onFree?.()
      }
      if (held.size > 0) await changed.wait(gatePollMs, ctx.clock, over())
    }
    isPolling = false
  }

  return {
    add: (action, onFree) => {
      if (isClosed || !isHeld(action) || over().aborted) return
      const child = gateOf(action) === null ? childOf(action) : null
      const topic = child === null ? topics.control(ctx.run.id) : topics.stopped(child)
      unlisten.push(ctx.wakeups.listen(topic, () => changed.raise()))
      held.set(action.id, { action, onFree })
      changed.raise()
      if (isPolling) return
      isPolling = true
      void poll()
    },
    pause: () => {
      isPaused = true
    },
    resume: () => {
      isPaused = false
      changed.raise()
    },
    close: () => {
      isClosed = true
      stopping?.abort(released)
      stopping?.unlink()
      for (const stop of unlisten) stop()
    },
  }
}

/** The ids of actions that nothing holds up any more. Gates that cannot be read now are read the next time. */
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
    return actions.filter((_, index) => checked[index]).map(({ id }) => id)
  } catch (error) {
    ctx.report(`Run ${toWordId('run', ctx.run.id)}: its gates could not be read; trying again.`, error)
    return []
  }
}
