/** The run that all contenders of work A execute: so many turns that call a tool, then an answer in so many chunks. */
export const toolTurns = 10
export const turnsPerRun = toolTurns + 1
export const words: readonly string[] = Array.from({ length: 20 }, (_, n) => `word ${n} `)
