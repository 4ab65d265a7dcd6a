import { expect, it } from 'vitest'
import { forEachTest } from '../support/for-file.ts'
import { revisions } from './answering-mcp-server.ts'
import { McpFixture } from './mcp-fixture.ts'

const fixture = forEachTest(() => McpFixture.open())
const { signal } = new AbortController()

it.each(revisions)(
  'MCP-12 prompts of %s are listed page by page, and their messages are one text',
  async (revision) => {
    const capabilities = { tools: {}, prompts: {} }
    const serverInfo = { name: 'x', version: '1' }
    const asked: unknown[] = []
    const answering = await fixture.answering({
      revision,
      answers: {
        initialize: () => ({ protocolVersion: revision, capabilities, serverInfo }),
        'server/discover': () => ({ supportedVersions: [revision], capabilities, serverInfo }),
        'tools/list': () => ({ tools: [] }),
        'prompts/list': ({ cursor }) =>
          cursor === undefined
            ? {
                prompts: [{ name: 'one', arguments: [{ name: 'a' }, 7] }, { title: 'No name' }],
                nextCursor: '2',
              }
            : { prompts: [{ name: 'two', description: 'D'.repeat(2000) }] },
        'prompts/get': (params) => {
          asked.push({ name: params.name, arguments: params.arguments })
          const user = { role: 'user', content: { type: 'text', text: 'What is it?' } }
          const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' }
          const memo = { type: 'resource', resource: { uri: 'a:1', text: 'A memo.' } }
          return params.name === 'one'
            ? { messages: [user] }
            : { messages: [user, { role: 'assistant', content: image }, { role: 'user', content: memo }] }
        },
      },
    })
    const { server } = await fixture.connect(fixture.at(answering.url))
    expect(server).toMatchObject({ name: 'test', absence: null, instructions: null })
    expect(await server.prompts(signal)).toEqual([
      {
        name: 'one',
        title: null,
        description: null,
        arguments: [{ name: 'a', description: null, required: false }],
      },
      { name: 'two', title: null, description: `${'D'.repeat(999)}…`, arguments: [] },
    ])
    expect(await server.prompt('one', { a: 'b' }, signal)).toBe('What is it?')
    expect(asked[0]).toEqual({ name: 'one', arguments: { a: 'b' } })
    expect(await server.prompt('two', {}, signal)).toBe(
      'User: What is it?\n\nAssistant: [image: image/png, 3 bytes, not shown]\n\nUser: [resource: a:1]\nA memo.',
    )
  },
)

it('MCP-12 a server without prompts has none, and one that is away says why', async () => {
  const answering = await fixture.answering({ answers: { 'tools/list': () => ({ tools: [] }) } })
  const { server } = await fixture.connect(fixture.at(answering.url))
  expect(await server.prompts(signal)).toEqual([])
  expect(answering.asked).not.toContain('prompts/list')
  await answering.close()
  const away = await fixture.connect(fixture.at(answering.url), { waitMs: 50 })
  expect(away.server.absence).toMatch(/ECONNREFUSED|fetch failed/)
  await expect(away.server.prompt('one', {}, signal)).rejects.toThrow('is not available')
})
