import { execFile } from 'node:child_process'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { TaskComplete } from '../../src/domain/tool.ts'
import { loadUserTools } from '../../src/tools/user-module.ts'
import { callTool, context, failureOf, problemsOf } from './call-tool.ts'

let folder = ''
let count = 0

folder = await mkdtemp(join(tmpdir(), 'rungraph-tools-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Each text is a module of its own: Node keeps what it has imported. */
async function write(text: string, ending = 'mjs'): Promise<string> {
  const path = join(folder, `module-${++count}.${ending}`)
  await writeFile(path, text)
  return path
}

/** Result of loading outside of the test runner, which transforms modules itself before Node parses them. */
async function loadInNode(path: string): Promise<string> {
  const loader = new URL('../../src/tools/user-module.ts', import.meta.url).href
  const program = `import { loadUserTools } from ${JSON.stringify(loader)}
    const { tools } = await loadUserTools(process.argv[1]).catch((error) => ({ tools: [{ name: error.message }] }))
    console.log(tools.map((tool) => tool.name).join(' '))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, path])
  return stdout.trimEnd()
}

/** The tools of a module with this text. */
async function toolsIn(text: string, ending?: string) {
  return (await loadUserTools(await write(text, ending))).tools
}

const toolsUrl = new URL('../../src/tools/define-tool.ts', import.meta.url).href
const schema = `{ type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }`
const weather = `{ name: 'weather', description: 'Tells the weather.', inputSchema: ${schema}, execute: ({ city }) => city }`

describe('the module of tools', () => {
  it('TAS-6 may list plain objects, which are then checked and called like any tool', async () => {
    const [greet, ...others] = await toolsIn(`export default [{
      name: 'greet',
      description: 'Greets.',
      inputSchema: ${schema},
      effect: 'read',
      isResumable: true,
      timeoutMs: 500,
      greeting: 'Hello',
      execute({ city }, { signal, runId }) { return [this.greeting, city, signal.aborted, runId] },
      executeRaw(text) { return this.greeting + text },
    }]`)
    if (!greet) throw new Error('No tool came.')

    expect(others).toEqual([])
    const declared = { effect: 'read', isResumable: true, timeoutMs: 500 }
    expect(greet).toMatchObject({ name: 'greet', source: 'module', ...declared })
    expect(await callTool(greet, { city: 'Oslo' })).toEqual(['Hello', 'Oslo', false, 'run-1'])
    expect(await problemsOf(greet, { city: 7 })).toEqual(['/city: expected string'])
    expect(await greet.executeRaw?.('!', context)).toBe('Hello!')
  })

  it('TAS-5 counts a tool without an effect as one that is never repeated', async () => {
    const [tool] = await toolsIn(`export default [${weather}]`)
    expect(tool?.effect).toBe('once')
    expect(tool).not.toHaveProperty('timeoutMs')
    expect(tool).not.toHaveProperty('executeRaw')
  })

  it('may be TypeScript, with tools of defineTool beside plain ones', async () => {
    const text = `import { defineTool } from ${JSON.stringify(toolsUrl)}
      const name: string = 'forecast'
      export default [defineTool({ name, description: 'Looks ahead.', input: ${schema}, execute: ({ city }) => city }), ${weather}]`
    const tools = await toolsIn(text, 'ts')
    expect(tools.map((tool) => tool.name)).toEqual(['forecast', 'weather'])
  })

  it('PKG-4 may import rungraph wherever it is, and gets the modules of this process', async () => {
    const [tool] = await toolsIn(`import { defineTool, TaskComplete } from 'rungraph'
      const execute = () => { throw new TaskComplete('It is over.') }
      export default [defineTool({ name: 'end', description: 'Ends.', input: ${schema}, execute })]`)
    await expect(tool?.execute({}, context)).rejects.toBeInstanceOf(TaskComplete)
  })

  it('is shown by the example', async () => {
    expect(await loadInNode('examples/tools.ts')).toBe('find_order refund_order')
  })

  it('may be CommonJS, and may list nothing', async () => {
    expect(await toolsIn('module.exports = []', 'cjs')).toEqual([])
  })

  it('is found from the working directory', async () => {
    const path = relative(process.cwd(), await write(`export default [${weather}]`))
    expect((await loadUserTools(path)).tools).toHaveLength(1)
  })

  it('TAS-1 may export a function that decides about calls, and need not', async () => {
    const text = `export default [${weather}]
      export const canExecuteTool = ({ target }) => target === 'weather' ? 'DENY' : null`
    const { tools, canExecuteTool } = await loadUserTools(await write(text))
    expect(tools.map(({ name }) => name)).toEqual(['weather'])
    const ids = { id: 'r', rootId: 'r', parentId: null, depth: 0, sessionKey: null }
    const call = {
      ...{ projectId: 'p', agent: 'a', runId: 'r', type: 'TOOL' as const, operation: null, parameters: {} },
      ...{ caller: { name: null, kind: null }, ancestors: [], context: {} },
      run: { ...ids, agent: 'a', agentVersion: 1 },
    } as const
    expect(canExecuteTool?.({ ...call, target: 'weather' })).toBe('DENY')
    expect(canExecuteTool?.({ ...call, target: 'other' })).toBeNull()
    expect((await loadUserTools(await write('export default []'))).canExecuteTool).toBeNull()
  })
})

describe('a folder of tools', () => {
  it('TAS-6 has one tool or a list in each file, a hook in one, and evaluators in several', async () => {
    const many = await mkdtemp(join(tmpdir(), 'rungraph-tools-folder-'))
    try {
      await writeFile(join(many, 'a.ts'), `export default ${weather}`)
      await writeFile(
        join(many, 'b.mjs'),
        `export default [${weather.replace("'weather'", "'b'")}]\nexport const evaluators = { short: () => true }`,
      )
      await writeFile(
        join(many, 'c.mjs'),
        `export const canExecuteTool = () => 'DENY'\nexport const evaluators = { long: () => true }`,
      )
      const { tools, canExecuteTool, evaluators } = await loadUserTools(many)
      expect(tools.map(({ name }) => name)).toEqual(['weather', 'b'])
      expect(canExecuteTool).toBeTypeOf('function')
      expect(Object.keys(evaluators)).toEqual(['short', 'long'])

      await writeFile(join(many, 'd.mjs'), `export default ${weather}`)
      expect((await failureOf(() => loadUserTools(many))).message).toMatch(
        /d\.mjs cannot be used: two of its tools have the name "weather"\.$/,
      )
    } finally {
      await rm(many, { recursive: true })
    }
  })
})

describe('a module of tools that cannot be used', () => {
  const changed = (change: string) => `export default [{ ...${weather}, ${change} }]`
  const faults: readonly (readonly [fault: string, text: string, reason: RegExp])[] = [
    ['throws', 'throw new Error("no key is set")', /it throws when it is imported: no key is set\.$/],
    ['throws no error', 'throw "no key"', /it throws when it is imported: no key\.$/],
    ['imports what is not there', 'import "./nowhere.mjs"', /it throws when it is imported: .*nowhere/],
    ['has no default export', `export const tools = [${weather}]`, /it has no default export/],
    ['exports a text', `export default 'weather'`, /its default export must be a tool or an array of tools/],
    ['lists a text', `export default [${weather}, 'weather']`, /entry 2 is no tool\.$/],
    ['lists null', 'export default [null]', /entry 1 is no tool\.$/],
    ['lists a tool without a name', changed('name: undefined'), /entry 1: it has no name\.$/],
    ['has a name that is no text', changed('name: 7'), /entry 1: its name must be a letter, /],
    [
      'has a bad name',
      changed('name: "the weather"'),
      /entry 1 \("the weather"\): its name must be a letter, /,
    ],
    ['has a long name', changed('name: "a".repeat(65)'), /its name must be a letter, .* at most 64/],
    ['has no description', changed('description: " "'), /entry 1 \("weather"\): it has no description\.$/],
    ['has no execute', changed('execute: undefined'), /it has no execute function\.$/],
    ['has a text for execute', changed('execute: "run"'), /it has no execute function\.$/],
    ['has a text for executeRaw', changed('executeRaw: "run"'), /its executeRaw must be a function\.$/],
    ['has no schema', changed('inputSchema: undefined'), /its input schema must be that of an object/],
    ['has a schema of a text', changed('inputSchema: { type: "string" }'), /must be that of an object/],
    ['has a boolean schema', changed('inputSchema: true'), /its input schema must be that of an object/],
    [
      'has a schema that refers to nothing',
      changed(`inputSchema: { type: 'object', properties: { a: { $ref: '#/$defs/no' } } }`),
      /its input schema is wrong: \$ref "#\/\$defs\/no" refers to nothing\.$/,
    ],
    [
      'has a pattern that is none',
      changed(`inputSchema: { type: 'object', properties: { a: { pattern: '(' } } }`),
      /its input schema is wrong: Invalid regular expression/,
    ],
    [
      'has an unknown effect',
      changed('effect: "write"'),
      /its effect must be one of read, idempotent, once\.$/,
    ],
    [
      'has a wrong time',
      changed('timeoutMs: -1'),
      /its timeoutMs must be a whole number of milliseconds from 1/,
    ],
    [
      'decides about calls with what is no function',
      `export default [${weather}]; export const canExecuteTool = 'ALLOW'`,
      /its export canExecuteTool must be a function that takes a call\.$/,
    ],
    [
      'has a name twice',
      `export default [${weather}, ${weather}]`,
      /two of its tools have the name "weather"\.$/,
    ],
  ]

  it.each(faults)(
    'TAS-6 is refused with its path and the reason where it %s',
    async (_fault, text, reason) => {
      const path = await write(text)
      const { code, message } = await failureOf(() => loadUserTools(path))
      expect(code).toBe('TOOLS_MODULE_INVALID')
      expect(message).toContain(`RUNGRAPH_TOOLS: ${path} cannot be used: `)
      expect(message).toMatch(reason)
    },
  )

  it.each(['mjs', 'ts'])(
    'is refused with the place to look where it has a syntax error (%s)',
    async (ending) => {
      const path = await write('export default [{ name: , }]', ending)
      expect(await loadInNode(path)).toMatch(
        /cannot be used: it has a syntax error: .* \(`node .*` shows where\)\.$/,
      )
      const spaced = join(await mkdtemp(join(tmpdir(), 'rungraph spaced ')), basename(path))
      await rename(path, spaced)
      expect(await loadInNode(spaced)).toContain(`(\`node '${spaced}'\` shows where)`)
      await rm(dirname(spaced), { recursive: true })
    },
  )

  it('is refused where it is missing or an empty folder', async () => {
    const missing = await failureOf(() => loadUserTools('no/such/tools.ts'))
    expect(missing.message).toContain(
      `${join(process.cwd(), 'no/such/tools.ts')} cannot be used: there is no such file or folder.`,
    )
    const empty = await mkdtemp(join(tmpdir(), 'rungraph-no-tools-'))
    expect((await failureOf(() => loadUserTools(empty))).message).toMatch(/the folder has no modules/)
    await rm(empty, { recursive: true })
  })
})
