import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { loadAgents } from '../../../src/app/load-agents.ts'
import { type AgentOptions, defineAgent } from '../../../src/domain/defined-agent.ts'
import { syncAgents } from '../../../src/engine/commands/sync-agents.ts'
import { createAgentSetStore } from '../../../src/store/agent-set-store.ts'
import { ensureProject } from '../../../src/store/project-store.ts'
import { testTool } from '../../support/engine.ts'
import { engineForFile } from '../../support/for-file.ts'

let projectId = ''
let lines: string[] = []

const { database, engine } = await engineForFile({ tools: [testTool('look', async () => 'seen')] })
beforeEach(async () => {
  const slug = `project-${uuidv7()}`
  projectId = (await ensureProject(database.pool, { slug, name: slug, newId: uuidv7 })).id
  lines = []
})

/** A process that starts with these agents in its code. */
function startWith(...agents: readonly AgentOptions[]) {
  const sets = createAgentSetStore(database.pool, uuidv7)
  const log = (line: string) => lines.push(line)
  return syncAgents({ sets, projectId, agents: agents.map(defineAgent), log }, engine.services)
}

const one = { slug: 'one', model: 'scripted/one' }
const two = { slug: 'two', model: 'scripted/two' }

async function stored() {
  const { rows } = await database.pool.query<{
    slug: string
    version: number
    source: string
    archived: boolean
  }>(
    `select slug, version, source, "archivedAt" is not null as archived from "Agent" where "projectId" = $1 order by slug`,
    [projectId],
  )
  return rows.map(
    ({ slug, version, source, archived }) => `${slug} ${version} ${source}${archived ? ' archived' : ''}`,
  )
}

async function idOf(slug: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from "Agent" where "projectId" = $1 and slug = $2`,
    [projectId, slug],
  )
  return rows[0]?.id ?? ''
}

/** The process has ended without saying so, long ago. */
async function forgetHolders(): Promise<void> {
  await database.pool.query(
    `update "AgentSetHolder" set "seenAt" = "seenAt" - interval '61 seconds' where "projectId" = $1`,
    [projectId],
  )
}

describe('agents in code', () => {
  it('EMB-2 are created, changed, archived and restored as the code is; an unchanged agent stays as it is', async () => {
    await (await startWith(one, two)).close()
    expect(await stored()).toEqual(['one 1 CODE', 'two 1 CODE'])

    await (await startWith(two, one)).close()
    expect(await stored()).toEqual(['one 1 CODE', 'two 1 CODE'])

    await (await startWith({ ...one, systemPrompt: 'Be brief.' })).close()
    expect(await stored()).toEqual(['one 2 CODE', 'two 1 CODE archived'])

    await (await startWith({ ...one, systemPrompt: 'Be brief.' }, two)).close()
    expect(await stored()).toEqual(['one 2 CODE', 'two 1 CODE'])
    expect(lines).toEqual([
      'Agents in code: created one, two.',
      'Agents in code: changed one.',
      'Agents in code: archived two.',
      'Agents in code: restored two.',
    ])
  })

  it('EMB-2 compare definitions and not their texts: of the keys of a schema only the order of its properties counts', async () => {
    const properties = { total: { type: 'number' }, id: {} }
    await (
      await startWith({ ...one, outputSchema: { type: 'object', required: ['total'], properties } })
    ).close()
    await (
      await startWith({ ...one, outputSchema: { properties, required: ['total'], type: 'object' } })
    ).close()
    expect(await stored()).toEqual(['one 1 CODE'])
    const turned = { id: {}, total: { type: 'number' } }
    const [older, newer] = [
      await startWith({ ...one, outputSchema: { type: 'object', required: ['total'], properties } }),
      await startWith({ ...one, outputSchema: { type: 'object', required: ['total'], properties: turned } }),
    ]
    expect(await stored()).toEqual(['one 2 CODE'])
    await Promise.all([older.close(), newer.close()])
  })

  it('EMB-2 DUR-3 get the order of their code, and no new version, where `jsonb` had sorted the keys of their schemas', async () => {
    const outputSchema = {
      type: 'object',
      properties: { reasons: { type: 'string' }, verdict: {}, sure: {} },
    }
    await (await startWith({ ...one, outputSchema })).close()
    const definitionOf = async () => {
      const { rows } = await database.pool.query<{ definition: string }>(
        `select v.definition::text as definition from "AgentVersion" v join "Agent" a on a.id = v."agentId" where a."projectId" = $1`,
        [projectId],
      )
      return rows.map(({ definition }) => definition)
    }
    const written = await definitionOf()
    // As the migration leaves what was stored before.
    await database.pool.query(
      `update "AgentVersion" v set definition = definition::jsonb::json from "Agent" a where a.id = v."agentId" and a."projectId" = $1`,
      [projectId],
    )
    expect((await definitionOf())[0]).toMatch(/"sure":.*"reasons":.*"verdict":/)
    await (await startWith({ ...one, outputSchema })).close()
    expect(await stored()).toEqual(['one 1 CODE'])
    expect(await definitionOf()).toEqual(written)
  })

  it('EMB-2 MOD-5 are taken where a provider is not set up, with a line in the log', async () => {
    await startWith({ slug: 'clerk', model: 'anthropic/claude-sonnet-4-5' }, one)
    expect(lines).toEqual([
      'Agents in code: created clerk, one.',
      'Agent in code clerk: model: anthropic/claude-sonnet-4-5 cannot be called: anthropic is not set up. Set ANTHROPIC_API_KEY.',
    ])
  })

  it('EMB-2 are written once by processes that start at the same time', async () => {
    const syncs = await Promise.all(Array.from({ length: 8 }, () => startWith(one, two)))
    expect(await stored()).toEqual(['one 1 CODE', 'two 1 CODE'])
    expect(lines).toEqual(['Agents in code: created one, two.'])
    await Promise.all(syncs.map((sync) => sync.close()))
  })

  it('EMB-2 stay those of the newer deployment when a process of the older one restarts beside it', async () => {
    const older = await startWith(one)
    const newer = await startWith({ ...one, systemPrompt: 'Newer.' })
    await older.close()
    const restarted = await startWith(one)
    expect(await stored()).toEqual(['one 2 CODE'])
    expect(lines.at(-1)).toMatch(/older than those in force/)
    await Promise.all([newer.close(), restarted.close()])
  })

  it('EMB-2 stay those of the newer deployment where the clock of the database was set back before it', async () => {
    const older = await startWith(one)
    await database.pool.query(
      `update "AgentSet" set "appliedAt" = "appliedAt" + interval '1 hour' where "projectId" = $1`,
      [projectId],
    )
    const newer = await startWith({ ...one, systemPrompt: 'Newer.' })
    await older.close()
    const restarted = await startWith(one)
    expect(await stored()).toEqual(['one 2 CODE'])
    await Promise.all([newer.close(), restarted.close()])
  })

  it('EMB-2 go back with the code once no process holds the newer ones, whether they said so or were killed', async () => {
    const newer = await (async () => {
      await (await startWith(one)).close()
      return startWith({ ...one, systemPrompt: 'Newer.' })
    })()
    await newer.close()
    const rolledBack = await startWith(one)
    expect(await stored()).toEqual(['one 3 CODE'])
    await rolledBack.close()

    await startWith({ ...one, systemPrompt: 'Third.' })
    await forgetHolders()
    await (await startWith(one)).close()
    expect(await stored()).toEqual(['one 5 CODE'])
  })

  it('EMB-2 take over an agent of the API with the same slug, as a new version', async () => {
    await engine.operations.createAgent({ projectId, slug: 'one', definition: { model: 'scripted/other' } })
    await (await startWith(one)).close()
    expect(await stored()).toEqual(['one 2 CODE'])
    expect(lines.at(-1)).toBe('Agents in code: took over one, which the API maintained before.')
  })

  it('EMB-2 are not changed, archived or deleted by the API, with the alternative', async () => {
    await (await startWith(one)).close()
    const agentId = await idOf('one')
    const refused = { code: 'AGENT_IN_CODE', message: expect.stringContaining('RUNGRAPH_AGENTS') }
    const { updateAgent, rollBackAgent, archiveAgent, deleteAgent, restoreAgent } = engine.operations
    await expect(updateAgent({ projectId, agentId, definition: { name: 'Mine' } })).rejects.toMatchObject(
      refused,
    )
    await expect(rollBackAgent({ projectId, agentId, version: 1 })).rejects.toMatchObject(refused)
    await expect(archiveAgent({ projectId, agentId })).rejects.toMatchObject(refused)
    await expect(deleteAgent({ projectId, agentId })).rejects.toMatchObject(refused)

    await (await startWith()).close()
    await restoreAgent({ projectId, agentId })
    await updateAgent({ projectId, agentId, definition: { name: 'Mine' } })
    await (await startWith()).close()
    expect(await stored()).toEqual(['one 2 API'])
  })

  it('EMB-2 are checked when they are loaded: a tool or a provider that is not there is named with its agent', async () => {
    await expect(startWith({ ...one, tools: ['look', 'lok'] })).rejects.toMatchObject({
      code: 'AGENT_INVALID',
      message: expect.stringMatching(/The agent "one" cannot be used:\n {2}- tools: unknown lok\./),
    })
    await expect(startWith({ ...one, model: 'nobody/one' })).rejects.toThrow(/model: no provider "nobody"/)
    expect(await stored()).toEqual([])
  })
})

describe('modules of agents', () => {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rungraph-agents-'))
  })
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  const removed: string[] = []
  afterAll(() => Promise.all(removed.map((path) => rm(path, { recursive: true, force: true }))))

  it('EMB-2 are the files of a folder, in TypeScript or JavaScript, with one agent or a list each', async () => {
    removed.push(folder)
    await write('a.ts', `const agent: object = { slug: 'one', model: 'scripted/one' }\nexport default agent`)
    await write(
      'b.mjs',
      `export default [{ slug: 'two', model: 'scripted/two' }, { slug: 'three', model: 'scripted/three' }]`,
    )
    await write('_prompts.ts', `export const prompt = 'Be brief.'`)
    await write('a.test.ts', `throw new Error('No agent.')`)
    const agents = await loadAgents(folder, [defineAgent({ slug: 'four', model: 'scripted/four' })])
    expect(agents?.map(({ slug, definition }) => [slug, definition.name])).toEqual([
      ['one', 'one'],
      ['two', 'two'],
      ['three', 'three'],
      ['four', 'four'],
    ])
    expect(await loadAgents(null, undefined)).toBeNull()
  })

  it.each([
    [
      'a field is wrong',
      `export default { slug: 'one', model: 'scripted/one', maxSteps: 0 }`,
      /one.*a\.mjs cannot be used:\n {2}- maxSteps: /s,
    ],
    [
      'a field is unknown',
      `export default { slug: 'one', model: 'scripted/one', prompt: 'x' }`,
      /a\.mjs.*has no field "prompt"/s,
    ],
    [
      'the slug is wrong',
      `export default { slug: 'One', model: 'scripted/one' }`,
      /a\.mjs.*slug must have 1 to 100 lower-case/s,
    ],
    [
      'there is no default export',
      `export const agent = { slug: 'one' }`,
      /RUNGRAPH_AGENTS: .*a\.mjs cannot be used: it has no default export/,
    ],
    ['it exports something else', `export default ['one']`, /a\.mjs cannot be used: entry 1 is no agent/],
    [
      'it throws',
      `throw new Error('no network')`,
      /a\.mjs cannot be used: it throws when it is imported: no network/,
    ],
  ])('EMB-2 are refused with file and field where %s', async (_where, text, message) => {
    removed.push(folder)
    await write('a.mjs', text)
    await expect(loadAgents(folder, undefined)).rejects.toThrow(message)
  })

  it('EMB-2 are refused where two have one slug, and where a folder is empty', async () => {
    removed.push(folder)
    await expect(loadAgents(folder, undefined)).rejects.toThrow(/the folder has no modules/)
    await write('a.mjs', `export default { slug: 'one', model: 'scripted/one' }`)
    await write('b.mjs', `export default { slug: 'one', model: 'scripted/one' }`)
    await expect(loadAgents(folder, undefined)).rejects.toThrow(
      /b\.mjs.*a\.mjs defines an agent with this slug too/s,
    )
  })
})
