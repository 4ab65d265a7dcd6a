import type { Script } from 'rungraph'
import { conversationOf, type Data, dataOf, isData, resultOf, shorten } from './conversation.ts'

const ofPage = 'What does the encyclopedia say?'

const ofPapers = 'What do the papers say?'

/** Has two other agents research a question concurrently, and combines their results. */
export const subagentsScript: Script = ({ messages }) => {
  const { request, results } = conversationOf(messages)
  const question = `The question behind it: “${shorten(request)}”`
  if (results.length === 0) {
    return {
      reasoning: 'The two sources have nothing to do with each other: two researchers can read at once.',
      text: 'I ask two researchers.',
      toolCalls: [ofPage, ofPapers].map((part) => ({
        name: 'spawn_agent',
        arguments: { agent: 'demo-researcher', input: `${part} ${question}` },
      })),
    }
  }
  const found = results.filter(({ isError }) => !isError).map(({ text }) => text)
  const missing = results.length - found.length
  const rest = missing === 0 ? '' : ` (${missing} of ${results.length} researchers found nothing.)`
  return { text: `${['My researchers are back.', ...found].join(' ')}${rest}` }
}

/** Reads one source; of papers it has the newest explained by another agent. */
export const researcherScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const page = resultOf('web_scraper', conversation)
  const found = resultOf('arxiv_search', conversation)
  const explained = resultOf('spawn_agent', conversation)
  if (!conversation.request.startsWith(ofPapers)) {
    return page
      ? { text: `The encyclopedia: ${String(dataOf(page.text).text ?? page.text)}` }
      : {
          text: 'I read the page.',
          toolCalls: [{ name: 'web_scraper', arguments: { url: 'https://en.wikipedia.org/wiki/AI' } }],
        }
  }
  if (!found) {
    return {
      text: 'I look for papers.',
      toolCalls: [{ name: 'arxiv_search', arguments: { query: 'artificial intelligence' } }],
    }
  }
  const { title, claim } = newestOf(dataOf(found.text))
  if (!explained) {
    return {
      text: 'The newest is hard to read. I have it explained.',
      toolCalls: [{ name: 'spawn_agent', arguments: { agent: 'demo-explainer', input: `${claim}` } }],
    }
  }
  return { text: `The papers: “${title}” says it best. ${explained.isError ? claim : explained.text}` }
}

/** Says a claim in plain words. */
export const explainerScript: Script = ({ input }) => ({
  text: /reason and act/.test(input)
    ? 'In plain words: who looks at what came of each move before making the next one errs less.'
    : `In plain words: ${shorten(input)}`,
})

function newestOf({ papers }: Data): { readonly title: string; readonly claim: string } {
  const paper = Array.isArray(papers) ? papers.at(-1) : null
  const { title, claim } = isData(paper) ? paper : {}
  return { title: String(title ?? 'One of them'), claim: String(claim ?? 'It says nothing new.') }
}
