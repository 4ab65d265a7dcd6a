import { fc } from '@fast-check/vitest'
import type { Script, ScriptedTurn } from '../../src/models/scripted.ts'

/** The steps of a run: the tool calls of each, before it answers. */
export interface RandomRun {
  readonly calls: readonly (readonly { readonly name: string; readonly n: number }[])[]
  readonly ending: 'answer' | 'silence'
}

/** Runs of up to four steps with up to three calls each, some of which fail, repeat themselves or name no tool. */
export const randomRuns: fc.Arbitrary<RandomRun> = fc.record({
  calls: fc.array(
    fc.array(
      fc.record({
        name: fc.constantFrom('add', 'fail', 'note', 'unheard_of'),
        n: fc.integer({ min: 0, max: 1 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { maxLength: 4 },
  ),
  ending: fc.constantFrom('answer', 'silence'),
})

/** Settings that run the scripts to an end: repeated failures would otherwise wait for a person. */
export const toTheEnd = { agent: { maxIdenticalErrors: 50 }, trigger: { maxSteps: 8 } }

/** The script that takes those steps: what it says hangs on its turn and on nothing else. */
export function scriptOf({ calls, ending }: RandomRun): Script {
  return ({ turn, input, toolsDisabled }): ScriptedTurn => {
    if (toolsDisabled) return { text: 'Stopping.' }
    if (input.startsWith('Your answer was empty')) return { text: '' }
    const wanted = calls[turn]
    if (wanted === undefined) return { text: ending === 'answer' ? `Done after ${turn}.` : '' }
    return {
      text: `Turn ${turn}.`,
      reasoning: `Because of ${turn}.`,
      toolCalls: wanted.map(({ name, n }) => ({ name, arguments: { n } })),
    }
  }
}
