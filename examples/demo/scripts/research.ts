import type { Script } from 'rungraph'

const question = 'Say in two sentences how these two sources look at artificial intelligence.'

/** The first example of a plan: two sources in parallel, their analysis, and a copy that nobody waits for. */
const plan = {
  maxParallel: 3,
  actions: [
    {
      name: 'fetch_wikipedia',
      type: 'TOOL',
      target: 'web_scraper',
      parameters: { url: 'https://en.wikipedia.org/wiki/AI' },
      outputKey: 'wiki_data',
    },
    {
      name: 'fetch_arxiv',
      type: 'TOOL',
      target: 'arxiv_search',
      parameters: { query: 'artificial intelligence' },
      outputKey: 'arxiv_data',
    },
    {
      name: 'analyze_data',
      type: 'LLM',
      mode: 'SYNC',
      dependsOn: ['fetch_wikipedia', 'fetch_arxiv'],
      parameters: { prompt: `${question}\n\nWikipedia: \${wiki_data.text}\n\narXiv: \${arxiv_data.papers}` },
      outputKey: 'analysis',
    },
    {
      name: 'cache_result',
      type: 'TOOL',
      mode: 'FIRE_AND_FORGET',
      target: 'results_cache',
      dependsOn: ['analyze_data'],
      parameters: { key: 'ai_research', value: '$analysis', ttl: 3600 },
    },
  ],
}

const analysis =
  'The encyclopedia tells what the field is: machines that learn, reason and plan, since 1956. The papers tell how it is done: with attention, and with models that reason and act in turns.'

/** Plans once, gives the analysis of the sources when the plan asks for it, and answers with the analysis. */
export const researchScript: Script = ({ input, messages }) => {
  if (input.startsWith(question)) return { text: analysis }
  const hasResults = messages.some((message) => message.role === 'user' && message.byEngine)
  return hasResults
    ? {
        reasoning: 'The analysis is there; nothing is left to do.',
        answer: `${analysis} (From one page and two papers.)`,
      }
    : { reasoning: 'Both sources can be read at once; the analysis needs both.', plan }
}
