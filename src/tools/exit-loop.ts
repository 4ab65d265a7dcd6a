import { z } from 'zod'
import { done } from '../domain/tool.ts'
import { defineTool } from './define-tool.ts'

/** The tool `exit_loop`: ends a LOOP flow with its result as the answer. Offered to agents of that flow alone (LOOP-6). */
export const exitLoopTool = defineTool({
  name: 'exit_loop',
  description: 'Ends the iterations. Call it when there is nothing left to improve.',
  input: z.object({ result: z.string().describe('The final result, as the user will read it.') }),
  effect: 'read',
  execute: ({ result }) => done(result),
})
