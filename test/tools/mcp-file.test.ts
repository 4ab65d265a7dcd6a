import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readMcpFile } from '../../src/tools/mcp/mcp-file.ts'
import { failureOf } from './call-tool.ts'

const folder = await mkdtemp(join(tmpdir(), 'rungraph-mcp-file-'))
afterAll(() => rm(folder, { recursive: true }))

const env = { TOKEN: 's3cret', EMPTY: '', HOST: 'mcp.example.com' }

async function read(content: unknown) {
  const path = join(folder, 'mcp.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readMcpFile(path, env)
}

/** The lines after the first, which names the file. */
async function problemsOf(content: unknown): Promise<readonly string[]> {
  const { code, message } = await failureOf(() => read(content))
  expect(code).toBe('MCP_FILE_INVALID')
  const [first, ...problems] = message.split('\n')
  expect(first).toBe(`RUNGRAPH_MCP: ${join(folder, 'mcp.json')} cannot be used:`)
  return problems.map((line) => line.replace('  - ', ''))
}

describe('the file of MCP servers', () => {
  it('TAS-6 is read in the form that other clients use, with variables put in', async () => {
    const { servers, notes } = await read({
      mcpServers: {
        files: {
          command: 'npx',
          args: ['-y', 'files', '${HOME_DIR:-/srv}'],
          env: { KEY: '${TOKEN}' },
          cwd: 'data',
        },
        'my remote.server': {
          type: 'streamable-http',
          url: 'https://${HOST}/mcp',
          headers: { Authorization: 'Bearer ${TOKEN}' },
          timeoutMs: 5000,
          effect: 'read',
          tools: ['look'],
        },
        off: { command: 'never', env: { KEY: '${UNSET}' }, disabled: true },
      },
    })
    expect(servers).toEqual([
      {
        name: 'files',
        prefix: 'files',
        transportConfig: {
          kind: 'stdio',
          command: 'npx',
          args: ['-y', 'files', '/srv'],
          env: { KEY: 's3cret' },
          cwd: resolve('data'),
        },
      },
      {
        name: 'my remote.server',
        prefix: 'my_remote_server',
        transportConfig: {
          kind: 'http',
          url: 'https://mcp.example.com/mcp',
          headers: { Authorization: 'Bearer s3cret' },
        },
        timeoutMs: 5000,
        effect: 'read',
        tools: ['look'],
      },
    ])
    expect(notes).toEqual([])
  })

  it('TAS-6 is refused with every problem at once, each with its server and field', async () => {
    const mcpServers = {
      neither: {},
      both: { command: 'a', url: 'http://b/' },
      '7': { command: 'a' },
      unset: { command: '${NOWHERE}', env: { KEY: '${EMPTY}' } },
      wrong: { command: 'a', args: 'b', timeoutMs: 0, effect: 'maybe' },
      address: { url: 'ftp://example.com', headers: { 'a b': 'c' } },
      named: { url: 'http://user:pw@example.com/' },
      old: { type: 'sse', url: 'http://example.com/sse' },
      odd: { type: 'stdio', url: 'http://example.com/' },
      'a.b': { command: 'a' },
      a_b: { command: 'a' },
    }
    expect(await problemsOf({ mcpServers })).toEqual([
      '7: its name must have a letter first, and at most 32 characters; its tools are called by it.',
      'neither: needs either a "command" or a "url".',
      'both: needs either a "command" or a "url".',
      'unset.command: names the variable NOWHERE, which is not set. Set it, or write ${NOWHERE:-default}.',
      'unset.env.KEY: names the variable EMPTY, which is not set. Set it, or write ${EMPTY:-default}.',
      'wrong.timeoutMs: must be at least 1.',
      'wrong.effect: must be one of read, idempotent, once.',
      'wrong.args: must be of type array.',
      'address.url: must be a URL that begins with http:// or https://, without user name and password.',
      'address.headers: must be HTTP headers: names of letters, digits and hyphens, values without line breaks.',
      'named.url: must be a URL that begins with http:// or https://, without user name and password.',
      'old: its type, sse, is the transport before streamable HTTP and is not spoken.',
      'odd: its type must be http, as it has a "url".',
      'a_b: its tools would be called a_b__…, as those of "a.b" are.',
    ])
  })

  it('TAS-6 may hold fields of other clients, which are noted', async () => {
    const { notes } = await read({ mcpServers: { x: { command: 'a', autoApprove: ['b'], type: 'stdio' } } })
    expect(notes).toEqual(['x.autoApprove: is not a setting of Rungraph and is ignored.'])
  })

  it.each([
    ['{ "mcpServers": ', /^It is not JSON: /],
    [{ servers: {} }, /^It must be one JSON object: \{ "mcpServers"/],
    [{ mcpServers: [] }, /^It must be one JSON object/],
  ])('TAS-6 is refused where it is %j', async (content, problem) => {
    expect(await problemsOf(content)).toEqual([expect.stringMatching(problem)])
  })

  it('TAS-6 is refused where there is none', async () => {
    const { message } = await failureOf(() => readMcpFile('/nowhere/mcp.json', env))
    expect(message).toBe('RUNGRAPH_MCP: /nowhere/mcp.json cannot be used:\n  - There is no such file.')
  })
})
