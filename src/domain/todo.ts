import { z } from 'zod'

/** DONE and CANCELLED are finished. */
export const todoStatuses = ['PENDING', 'IN_PROGRESS', 'DONE', 'CANCELLED'] as const

/** The list that an agent keeps of its own work, whole: each call of the tool `todo` replaces it (LOOP-4). */
export const todoList = z.object({
  todos: z
    .array(z.object({ text: z.string().min(1).max(500), status: z.enum(todoStatuses).default('PENDING') }))
    .max(100),
})

export type Todo = z.infer<typeof todoList>['todos'][number]

/** Returns the todos that are neither done nor cancelled. */
export function unfinished(todos: readonly Todo[]): readonly Todo[] {
  return todos.filter(({ status }) => status === 'PENDING' || status === 'IN_PROGRESS')
}
