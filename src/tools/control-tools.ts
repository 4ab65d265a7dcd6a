import { z } from 'zod'
import { isJsonObject } from '../domain/json.ts'
import { todoList, unfinished } from '../domain/todo.ts'
import { done, type Tool } from '../domain/tool.ts'
import { defineTool } from './define-tool.ts'

/** The tool `done`: ends the run with its message as the answer (LOOP-2, LOOP-3). */
export const doneTool = endingTool('message', {
  name: 'done',
  description: 'Ends the work. Call it when everything that the user asked for is done.',
  answer: 'The final answer, as the user will read it. Left out: the text that you wrote last is the answer.',
})

/** The tool `exit_loop`: ends a LOOP flow with its result as the answer. Offered to agents of that flow alone (LOOP-6). */
export const exitLoopTool = endingTool('result', {
  name: 'exit_loop',
  description: 'Ends the iterations. Call it when no further improvement is needed.',
  answer: 'The final result, as the user will read it. Left out: the text that you wrote last is the result.',
})

/**
 * A tool that ends the work with an answer, which may be left out. Models put it under another name, or give a number: one text without it
 * is the answer. Other arguments in its place are refused: the answer may be in any of those.
 */
function endingTool(
  field: string,
  {
    name,
    description,
    answer,
  }: { readonly name: string; readonly description: string; readonly answer: string },
): Tool {
  const tool = defineTool({
    name,
    description,
    input: { type: 'object', properties: { [field]: { type: 'string', description: answer } } },
    effect: 'read',
    execute: (args) => done(String(args[field] ?? '')),
  })
  return {
    ...tool,
    check: (args) => {
      if (!isJsonObject(args)) return tool.check(args)
      const { [field]: given, ...others } = args
      if (typeof given === 'number' || typeof given === 'boolean')
        return { ok: true, value: { [field]: String(given) } }
      if (given !== undefined && given !== null) return tool.check(args)
      const [first, second] = Object.entries(others)
      if (first === undefined) return { ok: true, value: {} }
      const [name, value] = first
      if (second === undefined && typeof value === 'string') return { ok: true, value: { [field]: value } }
      return { ok: false, problems: [`/${name}: is not known here. The answer goes into "${field}"`] }
    },
  }
}

/** The tool `todo`: keeps the agent's list of its own work; with unfinished items, an answer is rejected (LOOP-4). */
export const todoTool = defineTool({
  name: 'todo',
  description:
    'Keeps your todo list. Give the whole list each time: it replaces the previous one. An answer is not accepted while items are PENDING or IN_PROGRESS.',
  input: todoList,
  effect: 'read',
  execute: ({ todos }) => `${todos.length} items, ${unfinished(todos).length} of them not finished.`,
})

/**
 * The tool `report_uncertainty`: requests a check of whether the agent should continue without a human (JDG-3). The engine reads its call.
 */
export const reportUncertaintyTool = defineTool({
  name: 'report_uncertainty',
  description:
    'Reports that you are not sure how to continue. Your confidence is then checked, and a human may be asked to decide.',
  input: z.object({ reason: z.string().min(1).describe('What you are unsure about, and why.') }),
  effect: 'read',
  execute: () => 'Noted. Your confidence is checked after this step.',
})
