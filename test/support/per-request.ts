import type { Script, ScriptedTurn } from '../../src/models/scripted.ts'

/** A script that gives one turn per request, the last for ever, whatever became of the ones before: retries see the next one. */
export function perRequest(...turns: readonly ScriptedTurn[]): {
  readonly script: Script
  readonly asked: () => number
} {
  let asked = 0
  const script = () => turns[Math.min(asked++, turns.length - 1)] ?? {}
  return { script, asked: () => asked }
}
