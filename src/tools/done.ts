import { z } from 'zod'
import { done } from '../domain/tool.ts'
import { defineTool } from './define-tool.ts'

/** The tool `done`: ends the run with its message as the answer (LOOP-2, LOOP-3). */
export const doneTool = defineTool({
  name: 'done',
  description: 'Ends the work. Call it once everything that was asked for is done.',
  input: z.object({ message: z.string().describe('The final answer, as the user will read it.') }),
  effect: 'read',
  execute: ({ message }) => done(message),
})
