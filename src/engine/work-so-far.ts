import type { ActionRow } from '../domain/run-log.ts'
import { cutText } from './context/shorten.ts'
import { show } from './context/show.ts'
import { transcriptOf } from './context/summary.ts'
import type { RunContext } from './run-context.ts'
import type { RunState } from './run-state.ts'
import { asText } from './tool-result.ts'

/** What one who judges reads of a conversation, at most: its beginning and its end. */
const maxConversationChars = 60_000
const maxArtifactsChars = 20_000

/** The work of a run as one who judges it is shown it: what was asked for, what was said and done, what was made. */
export function workSoFar(state: RunState, actions: readonly ActionRow[], ctx: RunContext): string {
  const conversation = transcriptOf(show(state.history, state.view).map((message) => ({ message })))
  const done = actions.map(
    ({ target, status, output, error }) =>
      `result of ${target} (${status.toLowerCase()}): ${cutText(error ?? asText(output), 4_000)}`,
  )
  return [
    `<goal>\n${cutText(ctx.run.input, maxArtifactsChars)}\n</goal>`,
    `<conversation>\n${cutText([conversation, ...done].join('\n'), maxConversationChars)}\n</conversation>`,
    ...(Object.keys(state.artifacts).length === 0
      ? []
      : [`<artifacts>\n${cutText(JSON.stringify(state.artifacts), maxArtifactsChars)}\n</artifacts>`]),
  ].join('\n\n')
}
