import { setTimeout as delay } from 'node:timers/promises'
import type { Behaviour, ToolCall } from '../servers/tool-server.ts'

/** Holds each call a moment and counts the active ones; a caller that died has none. */
export function countUnderWay(holdMs: () => number) {
  const open = new Set<ToolCall>()
  let peak = 0
  const behaviour: Behaviour = async (call, nth) => {
    for (const other of open) if (other.closedAt !== null) open.delete(other)
    open.add(call)
    peak = Math.max(peak, open.size)
    await delay(holdMs())
    open.delete(call)
    return { nth }
  }
  return { behaviour, peak: () => peak }
}
