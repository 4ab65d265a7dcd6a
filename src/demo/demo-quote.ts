import type { Script } from '../models/scripted.ts'
import { conversationOf, dataOf, resultOf, usd } from './conversation.ts'

/** Computes a price with a stored workflow, and answers with it (DAG-8). */
export const workflowScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const quote = resultOf('workflow_demo-quote', conversation)
  if (!quote) {
    const pieces = Number(/\d{1,6}/.exec(conversation.request)?.[0] ?? 12)
    return {
      text: 'There is a workflow for quotes. I run it.',
      toolCalls: [{ name: 'workflow_demo-quote', arguments: { pieces } }],
    }
  }
  if (quote.isError) return { text: `There is no quote. ${quote.text.replace(/^Error: /, '')}` }
  const { pieces, gross, number } = dataOf(quote)
  return {
    text: `${String(pieces)} pieces cost ${usd(gross)} with tax. It is quote number ${String(number)}; the store remembers it for the next run.`,
  }
}
