import type { EditsOfForkFragment } from '../../../generated/console/graphql.ts'

/** What a fork changed of the state that it took over. Messages are counted from 1, as where they are edited. */
export function editsText({
  context,
  messages,
  droppedFrom,
}: Omit<EditsOfForkFragment, '__typename'>): string {
  const numbers = messages.map((position) => position + 1)
  const parts = [
    context ? 'another context' : '',
    numbers.length === 1 ? `another text of message ${numbers[0]}` : '',
    numbers.length > 1 ? `other texts of the messages ${numbers.join(', ')}` : '',
    droppedFrom == null ? '' : `without the messages from ${droppedFrom + 1} on`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}
