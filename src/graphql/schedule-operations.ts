import type { ScheduleOperations } from '../domain/schedule.ts'
import type { GraphQLContext } from './context.ts'

/** What can be done about schedules. Throws where the server was put together without it. */
export function scheduleOperations({ operations }: GraphQLContext): ScheduleOperations {
  if (operations.schedules) return operations.schedules
  throw new Error('The server was put together without operations on schedules.')
}
