import type { NewEvent } from '../../src/domain/run-event.ts'

/** Events whose `text` counts how often it is executed. */
export function createCountedEvents() {
  let executions = 0
  return {
    get executions() {
      return executions
    },
    next(text: string): NewEvent {
      const data = {
        messageId: 'm',
        offset: 0,
        get text() {
          executions += 1
          return text
        },
      }
      return { type: 'TextDelta', stepNumber: 1, data }
    },
  }
}
