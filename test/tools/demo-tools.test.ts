import { describe, expect, test } from 'vitest'
import { loadDemoTools } from '../../src/app/demo.ts'
import { demo } from '../support/demos.ts'
import { callTool, problemsOf } from './call-tool.ts'

function toolOf(name: string, tools = demo.tools) {
  const tool = tools.find((each) => each.name === name)
  if (!tool) throw new Error(`No demonstration tool ${name}.`)
  return tool
}

describe('TAS-6 the tools of the demonstrations', () => {
  test('TAS-6 answer the same each time, without a network', async () => {
    const url = 'https://en.wikipedia.org/wiki/AI'
    const page = { url, title: 'Artificial intelligence', text: expect.stringContaining('1956') }
    expect(await callTool(toolOf('web_scraper'), { url })).toEqual(page)
    const found = await callTool(toolOf('arxiv_search'), { query: 'planning' })
    expect(found).toMatchObject({ query: 'planning', papers: [{ year: 2017 }, { year: 2022 }] })
    const kept = await callTool(toolOf('results_cache'), { key: 'k', value: [1], ttl: 60 })
    expect(kept).toEqual({ key: 'k', expiresInSeconds: 60 })
  })

  test('TAS-4 check their arguments', async () => {
    expect(await problemsOf(toolOf('web_scraper'), { url: 'somewhere' })).toHaveLength(1)
    expect(await problemsOf(toolOf('results_cache'), { key: 'k', value: 1, ttl: 0 })).toHaveLength(1)
  })

  test('RUN-4 end at once when their run is stopped', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'))
    const search = toolOf('arxiv_search', [...(await loadDemoTools())])
    await expect(callTool(search, { query: 'x' }, stopped)).rejects.toThrow()
  })

  test('TAS-6 say that they are demonstrations', async () => {
    for (const { source, description } of await loadDemoTools()) {
      expect(source).toBe('demo')
      expect(description).toMatch(/^Demonstration\. /)
    }
  })
})
