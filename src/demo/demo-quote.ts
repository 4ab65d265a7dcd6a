import type { Script } from '../models/scripted.ts'
import { dataOf, resultOf, storyOf, usd } from './story.ts'

/** Computes a price with a stored workflow, and answers with it (DAG-8). */
export const workflowScript: Script = ({ messages }) => {
  const story = storyOf(messages)
  const quote = resultOf('workflow_demo-quote', story)
  if (!quote) {
    const pieces = Number(/\d{1,6}/.exec(story.request)?.[0] ?? 12)
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
