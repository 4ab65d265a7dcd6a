import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { isAlive } from '../../../src/database/postmaster-file.ts'
import { FakeProvider } from '../../chaos/servers/fake-provider.ts'
import { calls, hangs, inTurns, type Model, says } from '../../chaos/servers/replies.ts'
import { createTestDatabase } from '../../support/database.ts'
import { forTest } from '../../support/for-file.ts'
import { openThreeAm, soon, type ThreeAmStage } from './stage.ts'
import { tryRows } from './try-rows.ts'

async function open(env: Readonly<Record<string, string>> = {}): Promise<ThreeAmStage> {
  const database = forTest(await createTestDatabase())
  return forTest(await openThreeAm({ DATABASE_URL: database.connectionString, ...env }))
}

const api = { RUNGRAPH_ROLE: 'api' }

/** Settings of a provider whose model answers like this. */
async function providerOf(model: Model): Promise<Readonly<Record<string, string>>> {
  const provider = forTest(await FakeProvider.open())
  provider.play('', model)
  return { OPENAI_CHAT_BASE_URL: provider.baseUrl, OPENAI_CHAT_API_KEY: 'none' }
}

/** Installs the one tool `work`, whose function is this. */
async function withTool(stage: ThreeAmStage, effect: 'read' | 'once', body: string): Promise<void> {
  const path = join(stage.folder, 'tools.mjs')
  const tool = `{ name: 'work', description: 'Works.', effect: '${effect}', inputSchema: { type: 'object' }, execute: ${body} }`
  await writeFile(path, `import { existsSync } from 'node:fs'\nexport default [${tool}]\n`)
  stage.env.RUNGRAPH_TOOLS = path
}

async function createAgent(stage: ThreeAmStage, tools = ''): Promise<void> {
  const definition = `{ model: "openai-chat/any", systemPrompt: "Work.", tools: [${tools}] }`
  await stage.ask(
    `mutation { createAgent(input: { slug: "night", definition: ${definition} }) { __typename ... on Error { message } } }`,
  )
}

const oneCall = () => inTurns(calls({ name: 'work', arguments: {} }), says('Done.'))

tryRows('workers', {
  'no-process': async (row) => {
    const stage = await open()
    const only = await stage.start('start')
    await only.kill('SIGKILL')
    await stage.sees(row)
    await stage.start('start', { RUNGRAPH_HEALTH_PORT: new URL(only.healthUrl).port })
    await stage.healed(row)
  },

  'no-worker': async (row) => {
    const stage = await open()
    await stage.start('start', api)
    const worker = await stage.start('worker')
    const run = await stage.trigger('demo-slow')
    await soon(() => stage.statusOf(run)).toBe('RUNNING')
    await worker.kill('SIGKILL')
    await stage.sees(row)
    await stage.start('worker')
    await stage.healed(row)
    await soon(() => stage.statusOf(run)).toBe('COMPLETED')
  },

  'slots-full': async (row) => {
    const stage = await open({ RUNGRAPH_CONCURRENCY: '1' })
    await stage.start('start')
    const runs = [await stage.trigger('demo-slow'), await stage.trigger('demo-slow')]
    await stage.sees(row)
    await stage.start('worker')
    for (const run of runs) await soon(() => stage.statusOf(run)).not.toBe('QUEUED')
  },

  'project-full': async (row) => {
    const stage = await open()
    await stage.start('start')
    await stage.ask('mutation { updateProject(input: { maxConcurrentRuns: 1 }) { __typename } }')
    const runs = [await stage.trigger('demo-slow'), await stage.trigger('demo-slow')]
    await stage.sees(row)
    await stage.sh(row.repair ?? '')
    await stage.healed(row)
    for (const run of runs) await soon(() => stage.statusOf(run)).toBe('RUNNING')
  },

  'session-busy': async (row) => {
    const stage = await open()
    await stage.start('start')
    const first = await stage.trigger('demo-approval', ', sessionKey: "night"')
    await soon(() => stage.statusOf(first)).toBe('WAITING')
    const second = await stage.trigger('demo-approval', ', sessionKey: "night"')
    const seen = await stage.sees(row)
    const [, gate = ''] = /"gates":\{"nodes":\[\{"id":"([^"]+)"/.exec(seen) ?? []
    expect(await stage.sh(row.repair ?? '', { GATE: gate })).not.toContain('rror')
    await soon(() => stage.statusOf(second)).toBe('WAITING')
    await soon(() => stage.statusOf(first)).toBe('COMPLETED')
  },

  'silent-model': async (row) => {
    const stage = await open(await providerOf(inTurns(hangs())))
    await stage.start('start')
    await createAgent(stage)
    const run = await stage.trigger('night')
    expect(await stage.sees(row)).toContain(run)
    await stage.sh(row.repair ?? '', { RUN: run })
    await soon(() => stage.statusOf(run)).toBe('CANCELLED')
    await stage.healed(row)
  },

  'loop-blocked': async (row) => {
    const stage = await open(await providerOf(oneCall()))
    await withTool(stage, 'once', '() => { for (;;); }')
    await stage.start('start', api)
    const { HEALTH = '' } = stage.env
    await createAgent(stage, '"work"')
    const stuck = await stage.start('worker')
    const run = await stage.trigger('night')
    stage.env.HEALTH = new URL(stuck.healthUrl).origin
    await soon(() => stage.sh(row.command)).toContain(row.prints)
    const next = await stage.start('worker')
    await soon(next.printed).toContain(row.log)
    // It hears no SIGTERM.
    stuck.signal('SIGTERM')
    await stage.sh(row.repair ?? '', { PID: String(stuck.pid) })
    expect(await stuck.kill('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    Object.assign(stage.env, { HEALTH })
    await stage.healed(row)
    await soon(() => stage.statusOf(run)).toBe('COMPLETED')
  },

  'crash-loop': async (row) => {
    const stage = await open(await providerOf(oneCall()))
    const repaired = join(stage.folder, 'repaired')
    await withTool(stage, 'read', `() => existsSync('${repaired}') ? 'It works.' : process.exit(7)`)
    await stage.start('start', api)
    await createAgent(stage, '"work"')
    const run = await stage.trigger('night')
    // Who supervises them starts each anew; one that finds nothing more to do stays. Some die before they say that they are ready.
    const next = () => stage.start('worker').catch(() => null)
    let last = await next()
    for (let deaths = 0; (await stage.statusOf(run)) !== 'FAILED'; ) {
      if (last !== null && isAlive(last.pid)) await delay(100)
      else {
        deaths += 1
        expect(deaths).toBeLessThan(10)
        last = await next()
      }
    }
    if (last === null) throw new Error('The worker that ended the run did not start.')
    stage.env.HEALTH = new URL(last.healthUrl).origin
    expect(await stage.sees(row)).toContain(run)
    await writeFile(repaired, '')
    const retried = await stage.sh(row.repair ?? '', { RUN: run })
    const [, again = ''] = /"id":"([^"]+)"/.exec(retried) ?? []
    await soon(() => stage.statusOf(again)).toBe('COMPLETED')
  },
})
