import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** When the start is over, and what share of this time an idle process works at most. */
const settledMs = 2_000
const idleShare = 0.2

/**
 * Gives back the 30 MB that only the start has used, once, if the process is idle afterwards: V8 keeps the space for young objects as large as
 * loading the program made it, until memory is short. It takes 0.2 s at most, and grows again under load.
 */
export function collectAfterStart(): void {
  const before = performance.eventLoopUtilization()
  setTimeout(() => {
    if (performance.eventLoopUtilization(before).utilization > idleShare) return
    setFlagsFromString('--expose-gc')
    const collect: NodeJS.GCFunction = runInNewContext('gc')
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }, settledMs).unref()
}
