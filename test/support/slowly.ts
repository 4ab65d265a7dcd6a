import { setTimeout as delay } from 'node:timers/promises'
import type { Tool } from '../../src/domain/tool.ts'
import type { Script } from '../../src/models/scripted.ts'

/** Longer than an entry waits for others, in milliseconds: what comes before and after is written in two commits, between which a process can die. */
export const longerThanEntriesWait = 8

/** A model that takes its time for each word. */
export function slowWords(script: Script): Script {
  return (situation) => ({ chunkDelayMs: longerThanEntriesWait, ...script(situation) })
}

/** A tool that takes its time. */
export function slowTool(tool: Tool): Tool {
  return {
    ...tool,
    execute: async (args, context) => {
      const output = await tool.execute(args, context)
      await delay(longerThanEntriesWait)
      return output
    },
  }
}
