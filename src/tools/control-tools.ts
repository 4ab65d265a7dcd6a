import { z } from 'zod'
import { todoList, unfinished } from '../domain/todo.ts'
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

/** The tool `exit_loop`: ends a LOOP flow with its result as the answer. Offered to agents of that flow alone (LOOP-6). */
export const exitLoopTool = defineTool({
  name: 'exit_loop',
  description: 'Ends the iterations. Call it when there is nothing left to improve.',
  input: z.object({ result: z.string().describe('The final result, as the user will read it.') }),
  effect: 'read',
  execute: ({ result }) => done(result),
})

/** The tool `todo`: keeps the agent's list of its own work; with unfinished items, an answer is rejected (LOOP-4). */
export const todoTool = defineTool({
  name: 'todo',
  description:
    'Keeps your list of what is to be done. Give the whole list each time: it replaces the one before. An answer is not accepted while items are PENDING or IN_PROGRESS.',
  input: todoList,
  effect: 'read',
  execute: ({ todos }) => `${todos.length} items, ${unfinished(todos).length} of them not finished.`,
})

/** The tool `report_uncertainty`: asks for a check whether the agent should continue by itself (JDG-3). The engine reads its call. */
export const reportUncertaintyTool = defineTool({
  name: 'report_uncertainty',
  description:
    'Says that you are not sure how to go on. Your confidence is checked then, and a human may be asked to decide.',
  input: z.object({ reason: z.string().min(1).describe('What you are unsure about, and why.') }),
  effect: 'read',
  execute: () => 'Noted. Your confidence is checked after this step.',
})
