import { todoList, unfinished } from '../domain/todo.ts'
import { defineTool } from './define-tool.ts'

/** The tool `todo`: keeps the agent's list of its own work; with unfinished items, an answer is rejected (LOOP-4). */
export const todoTool = defineTool({
  name: 'todo',
  description:
    'Keeps your list of what is to be done. Give the whole list each time: it replaces the one before. An answer is not accepted while items are PENDING or IN_PROGRESS.',
  input: todoList,
  effect: 'read',
  execute: ({ todos }) => `${todos.length} items, ${unfinished(todos).length} of them not finished.`,
})
