import type { Question, QuestionOutcome } from './call-steps.ts'
import type { Json } from './json.ts'
import type { RunCaller } from './permission.ts'

/**
 * Thrown by a tool that can only make its call once people have answered: nothing of the call was done, or the program that does it wants it
 * made again with the answers (ELICIT-1). The run waits without memory; then the call begins again, also a `once` call.
 */
export class CallAsks extends Error {
  override readonly name = 'CallAsks'
  /** At least one; they are asked one after another. */
  readonly questions: readonly Question[]
  /** What the call that begins again is to know. */
  readonly state: Json
  constructor(questions: readonly Question[], state: Json) {
    super('The call needs answers before it is made.')
    this.questions = questions
    this.state = state
  }
}

/** The outcomes of the questions of the last `CallAsks` of a call. */
export interface ResumedCall {
  /** How often the call asked so far, from 1. */
  readonly round: number
  readonly state: Json
  /** One for each question. */
  readonly outcomes: readonly QuestionOutcome[]
}

/** What tools of other programs do in a call besides what every tool does: their programs ask. */
export interface CallDialog {
  readonly projectId: string
  /** Who started the tree of runs. */
  readonly caller: RunCaller
  /** The outcomes of the questions of the call; `null`: it asked none. */
  resumed(): Promise<ResumedCall | null>
  /**
   * Asks a person while the call keeps running, with its time limit paused, for at most ten minutes. A process that dies meanwhile cuts the
   * call off. Gives EXPIRED where nobody answers, the signal aborts, or the process is about to end.
   */
  askWithin(question: Question, signal: AbortSignal): Promise<QuestionOutcome>
  /** Writes a Warning into the log of the run. */
  warn(code: string, message: string): void
}
