/** A window in tokens, and how many tokens a character of the refused prompt took by the server's count. */
export interface LearntWindow {
  readonly tokens: number
  readonly perCharacter: number
}

/** The parts of a request that a prompt is made of. */
interface Prompt {
  readonly messages?: unknown
  readonly tools?: unknown
}

/** Tokens that servers add. */
const added = 16

export function charactersOf({ messages, tools }: Prompt): number {
  return JSON.stringify([messages ?? [], tools ?? []]).length
}

/** The tokens that a prompt leaves of the window for its answer, about; below 0 where it is larger than the window. */
export function roomBeside({ tokens, perCharacter }: LearntWindow, prompt: Prompt): number {
  return Math.floor(tokens - perCharacter * charactersOf(prompt) + 1e-6) - added
}

/** The least room for an answer that is worth asking for. */
export const leastOutput = 256

/** The longest answer to ask for. A prompt that leaves hardly any room is too long: the server says so. */
export function withinWindow(asked: number, window: LearntWindow | null, prompt: Prompt): number {
  if (window === null) return asked
  const room = roomBeside(window, prompt)
  return room < leastOutput ? asked : Math.min(asked, room)
}
