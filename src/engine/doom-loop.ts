import { createHash } from 'node:crypto'
import { configure } from 'safe-stable-stringify'
import type { Json } from '../domain/json.ts'

/** The last tool call and how often it came in a row. */
export interface DoomLoop {
  readonly tool: string
  readonly key: string
  readonly count: number
}

export const noCalls: DoomLoop = { tool: '', key: '', count: 0 }

/** LIM-6: the third identical call in a row is not executed, the fifth ends the run. */
export const doomLoopThresholds = { refuse: 3, fail: 5 } as const

export type CallVerdict = 'execute' | 'refuse' | 'fail'

/** Counts a call: one more of the same, or 1 for any other. */
export function countCall(loop: DoomLoop, tool: string, args: Json): DoomLoop {
  const key = callKey(tool, args)
  return { tool, key, count: key === loop.key ? loop.count + 1 : 1 }
}

/** What the count means for the call that was just counted. */
export function verdictOnCall({ count }: DoomLoop): CallVerdict {
  if (count >= doomLoopThresholds.fail) return 'fail'
  return count >= doomLoopThresholds.refuse ? 'refuse' : 'execute'
}

const canonical = configure({ deterministic: true })

/** The same for calls that differ only in the order of their arguments' keys. */
function callKey(tool: string, args: Json): string {
  return createHash('sha256')
    .update(`${tool}\n${canonical(args)}`)
    .digest('hex')
}
