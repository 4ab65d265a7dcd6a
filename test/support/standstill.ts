import { cpuMs } from './cpu-time.ts'

/** The longest time for which the event loop took up nothing else, in milliseconds. */
export interface Standstill {
  /** By the clock: with what else the machine did meanwhile. */
  readonly wallMs: number
  /** Processor time of this thread itself in the worst of these times. */
  readonly cpuMs: number
}

/** Watches the event loop of this thread; `take` gives the longest standstill since it was last asked. */
export function watchStandstills() {
  let wallMs = 0
  let cpuMs = 0
  let last = now()
  const timer = setInterval(tick, 1)

  function tick(): void {
    const next = now()
    wallMs = Math.max(wallMs, next.wallMs - last.wallMs)
    cpuMs = Math.max(cpuMs, next.cpuMs - last.cpuMs)
    last = next
  }

  return {
    take(): Standstill {
      tick()
      const longest = { wallMs, cpuMs }
      wallMs = 0
      cpuMs = 0
      return longest
    },
    close: () => clearInterval(timer),
  }
}

function now(): Standstill {
  return { wallMs: performance.now(), cpuMs: cpuMs() }
}
