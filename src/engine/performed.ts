import type { Json } from '../domain/json.ts'
import type { ActionRow } from '../domain/run-log.ts'
import type { Stop } from './stop.ts'
import type { ToolReports } from './tool-reports.ts'

/** What came of an action, and the action as it was last tried. */
export interface Tried {
  readonly action: ActionRow
  readonly performed: Performed
}

/** What a tool call gave; every failure is a result that the model reads (TAS-4). */
export type Performed =
  /** `bytes`: what the output had as JSON before it was cut to the limit (LIM-12). */
  | (Reported & {
      readonly kind: 'succeeded'
      readonly output: Json
      readonly bytes: number
      readonly done: boolean
    })
  | (Reported & { readonly kind: 'failed'; readonly code: string; readonly error: string })
  /** It was not permitted, or a human refused it (TAS-3). */
  | { readonly kind: 'denied'; readonly code: string; readonly error: string }
  /** Its child run waits for a human, and so does it. */
  | { readonly kind: 'held' }
  | { readonly kind: 'stopped'; readonly stop: Stop }

interface Reported {
  /** What a tool said about the run's progress (JDG-2). */
  readonly reports?: ToolReports
}
