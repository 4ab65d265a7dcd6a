import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Tool } from '../domain/tool.ts'
import { defineTool } from '../tools/define-tool.ts'
import { demoShopTools } from './demo-shop-tools.ts'

/**
 * The tools of the demonstrations: no key, no network. `chunkDelayMs` is how long the quickest of them takes, so that a run can be watched.
 */
export function demoTools(pace: { readonly chunkDelayMs: number }): readonly Tool[] {
  return [...researchTools(pace), ...demoShopTools(pace)].map((tool) => ({ ...tool, source: 'demo' }))
}

/** They answer any question from memory. */
function researchTools({ chunkDelayMs }: { readonly chunkDelayMs: number }): readonly Tool[] {
  const webScraper = defineTool({
    name: 'web_scraper',
    description: 'Demonstration. Gives the text of a web page: always the same short one.',
    input: z.object({ url: z.url().describe('The address of the page.') }),
    effect: 'read',
    execute: async ({ url }, { signal }) => {
      await sleep(chunkDelayMs * 2, undefined, { signal })
      return { url, title: 'Artificial intelligence', text: page }
    },
  })
  const arxivSearch = defineTool({
    name: 'arxiv_search',
    description: 'Demonstration. Finds papers: always the same two.',
    input: z.object({ query: z.string().describe('What the papers are about.') }),
    effect: 'read',
    execute: async ({ query }, { signal }) => {
      await sleep(chunkDelayMs, undefined, { signal })
      return { query, papers }
    },
  })
  const resultsCache = defineTool({
    name: 'results_cache',
    description: 'Demonstration. Says that it keeps a value, and does not.',
    input: z.object({
      key: z.string().describe('The name of the value.'),
      value: z.unknown().describe('What to keep.'),
      ttl: z.int().positive().describe('For how many seconds.'),
    }),
    effect: 'idempotent',
    execute: async ({ key, ttl }, { signal }) => {
      await sleep(chunkDelayMs, undefined, { signal })
      return { key, expiresInSeconds: ttl }
    },
  })
  return [webScraper, arxivSearch, resultsCache]
}

const page =
  'Artificial intelligence is the capability of machines to perform tasks that are associated with human intelligence, such as learning, reasoning and planning. The field was founded in 1956.'

const papers = [
  { title: 'Attention Is All You Need', year: 2017, claim: 'Attention alone is enough to translate well.' },
  {
    title: 'ReAct: Synergizing Reasoning and Acting in Language Models',
    year: 2022,
    claim: 'Models that reason and act in turns make fewer mistakes.',
  },
]
