import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/domain/json.ts'
import { relicTool } from '../../../src/engine/tools/offered-tools.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestEngine, type EngineOptions } from '../../support/engine.ts'
import { forFile, forSuite } from '../../support/for-file.ts'
import { answer, createLiveModel } from '../../support/live-model.ts'
import { liveThroughDeath } from '../../support/live-through-death.ts'
import { saveRelic } from '../../support/relics.ts'
import { eachPoint, isWhole } from '../../support/trials.ts'
import { callTool, problemsOf } from '../../tools/call-tool.ts'
import { WebServer } from '../../tools/web-server.ts'

const live = createLiveModel()

const database = forFile(await createTestDatabase())
const server = forFile(
  await new WebServer((request, response) => {
    if (request.url === '/never') return
    response.setHeader('content-type', 'application/json').end('{"paid":true}')
  }).open(),
)
const engine = forFile(await createTestEngine(database, { providers: [live] }))
await saveRelics(engine.project.id)

async function saveRelics(projectId: string, honoursIdempotencyKey = true, on = database) {
  await saveRelic(on, { projectId, name: 'cache', kind: 'KEY_VALUE' })
  const settings = { baseUrl: server.url(''), allowPrivate: true, methods: ['POST'], honoursIdempotencyKey }
  await saveRelic(on, { projectId, name: 'bank', kind: 'HTTP', settings })
}

/** Plays a plan and then an answer. */
function play(name: string, plan: Json, on = live) {
  on.plays[name] = async function* (request) {
    const isFirst = request.messages.every(({ role }) => role !== 'assistant')
    const turn = isFirst ? { answer: null, plan } : { answer: 'Done.', plan: null }
    yield answer(request, JSON.stringify({ reasoning: '', goalAchieved: false, ...turn }))
  }
}

async function planning(name: string, plan: Json, relics: string[] = ['cache', 'bank']) {
  play(name, plan)
  const run = await engine.run(() => ({ text: '' }), {
    agent: { model: `live/${name}`, planner: 'PLAN', relics },
  })
  const actions = await database.prisma.action.findMany({
    where: { runId: run.runId },
    orderBy: { position: 'asc' },
  })
  return { run, actions }
}

const relic = (name: string, target: string, parameters: Json, more: Record<string, Json> = {}) => ({
  name,
  type: 'RELIC',
  target,
  parameters,
  retry: { maxAttempts: 1 },
  ...more,
})

describe('DAG-8 RELIC actions of a plan', () => {
  test('TAS-5 that are cut off by their own limit say that the effect is unknown, where a repetition could be a second one', async () => {
    const settings = { baseUrl: server.url(''), allowPrivate: true, methods: ['POST'] }
    await saveRelic(database, { projectId: engine.project.id, name: 'till', kind: 'HTTP', settings })
    const pay = (name: string) =>
      relic(name, `${name}.request`, { method: 'POST', path: '/never' }, { timeoutMs: 50 })
    const { actions } = await planning('cut off', { actions: [pay('bank'), pay('till')] }, ['bank', 'till'])
    expect(actions.map(({ errorCode, error }) => [errorCode, error])).toEqual([
      ['ACTION_TIMEOUT', '"bank" did not end within 50 ms.'],
      [
        'ACTION_TIMEOUT',
        '"till" did not end within 50 ms. Whether it took effect is unknown. Check before you call it again.',
      ],
    ])
  })

  test('are listed to a planner with their parameters', async () => {
    const { run } = await planning('told', { actions: [relic('a', 'cache.get', { key: 'k' })] }, ['cache'])
    const step = await database.prisma.step.findFirstOrThrow({ where: { runId: run.runId } })
    const where = { hash: step.promptHash ?? '' }
    const { text } = await database.prisma.prompt.findFirstOrThrow({ where })
    expect(text).toMatch(/- RELIC cache\.get: Reads the value of a key\. Parameters: \{.*"key"/)
    expect(text).not.toContain('bank.request')
  })

  test('call the operation that their target names, and hand its result on; each row has the effect of the operation', async () => {
    const { run, actions } = await planning('cached', {
      actions: [
        relic('put', 'cache.set', { key: 'k', value: { n: 1 } }, { outputKey: 'put' }),
        relic('take', 'cache.get', { key: 'k' }, { dependsOn: ['put'], outputKey: 'taken' }),
        relic('count', 'cache.increment', { key: 'n', by: '$taken.value.n' }),
        relic('pay', 'bank.request', { method: 'POST', path: '/pay', body: '$taken.value' }),
      ],
    })
    expect(run.row.status).toBe('COMPLETED')
    expect(
      actions.map(({ name, status, effect, output }) => ({ name, status, effect, output })),
    ).toMatchObject([
      { name: 'put', status: 'SUCCEEDED', effect: 'idempotent', output: { stored: true } },
      { name: 'take', status: 'SUCCEEDED', effect: 'read', output: { value: { n: 1 } } },
      { name: 'count', status: 'SUCCEEDED', effect: 'once', output: { value: 1 } },
      { name: 'pay', status: 'SUCCEEDED', effect: 'idempotent', output: { body: { paid: true } } },
    ])
    expect(server.requests.at(-1)?.headers['idempotency-key']).toBe(`${run.runId}/1/pay`)
  })

  test('TAS-4 that fail tell the model how, and the run goes on', async () => {
    const { run, actions } = await planning('failing', {
      actions: [
        relic('a', 'cache.get', { key: 'k' }, { outputKey: 'taken' }),
        relic('b', 'cache.set', { key: '$taken', value: 1 }, { dependsOn: ['a'] }),
        relic('c', 'bank.request', { path: '$taken' }, { dependsOn: ['a'] }),
      ],
    })
    expect(run.row.status).toBe('COMPLETED')
    expect(actions.map(({ errorCode }) => errorCode)).toEqual([
      null,
      'RELIC_PARAMETERS_INVALID',
      'RELIC_PARAMETERS_INVALID',
    ])
  })

  test('DAG-1 a plan that names a relic which is none of the agent’s, or no operation, goes back', async () => {
    for (const [n, target] of ['bank.request', 'cache', 'cache.', '.get', 'other.get'].entries()) {
      const { run } = await planning(`stranger ${n}`, { actions: [relic('a', target, {})] }, ['cache'])
      expect(run.of('Warning').map(({ code }) => code)).toContain('PLAN_REJECTED')
      expect(run.of('ActionStarted')).toEqual([])
    }
  })

  test.for([
    relic('a', 'lost.get', { key: 'k' }),
    relic('a', 'cache.explode', {}),
    relic('a', 'cache.set', { key: 'k' }),
  ])('DAG-1 a plan whose relic, operation or parameters cannot be goes back: $target', async (action) => {
    const { run } = await planning(`gone ${action.target}`, { actions: [action] }, ['lost', 'cache', 'bank'])
    expect(run.of('Warning').map(({ code }) => code)).toContain('PLAN_REJECTED')
    expect(run.of('ActionStarted')).toEqual([])
  })
})

/** Runs a plan that pays through a relic in a process that dies at its `nth` write, and then in another to its end. */
async function payThroughDeath(nth: number, honoursIdempotencyKey: boolean, database: TestDatabase) {
  const model = createLiveModel()
  play(
    'm',
    {
      actions: [
        relic('mark', 'cache.set', { key: 'order', value: 'open' }),
        relic('pay', 'bank.request', { method: 'POST', path: '/pay' }, { dependsOn: ['mark'] }),
      ],
    },
    model,
  )
  const options: EngineOptions = { providers: [model], concurrency: 1, leaseMs: 3_600_000 }
  const seen = server.requests.length
  const run = await liveThroughDeath(database, nth, options, async (first) => {
    await saveRelics(first.project.id, honoursIdempotencyKey, database)
    return first.trigger(() => ({ text: '' }), {
      agent: { model: 'live/m', planner: 'PLAN', relics: ['cache', 'bank'] },
    })
  })
  if (run === null) return null
  const { runId } = run
  const payments = server.requests.slice(seen).map(({ headers }) => headers['idempotency-key'])
  const pay = await database.prisma.action.findFirstOrThrow({ where: { runId, name: 'pay' } })
  const mark = await database.prisma.action.findFirstOrThrow({ where: { runId, name: 'mark' } })
  return { run, payments, pay, mark }
}

describe('a run whose process dies while it calls relics', () => {
  // Workers of one database take each other's runs: no other engine has this one.
  const mortal = forSuite(() => createTestDatabase())

  test.for([true, false])(
    'DUR-1 TAS-5 DAG-8 at any write goes on to the same end; honours the idempotency key: %s',
    { timeout: 120_000 },
    async (honours) => {
      let repeats = 0
      const deaths = await eachPoint(
        async (nth) => {
          const story = await payThroughDeath(nth + 1, honours, mortal)
          if (!story) return false
          const { run, payments, pay, mark } = story
          expect(run.row.status).toBe('COMPLETED')
          expect(mark.status).toBe('SUCCEEDED')
          // However often it is sent, the service can tell that it is one payment.
          expect(new Set(payments).size).toBeLessThanOrEqual(1)
          repeats += Math.max(0, payments.length - 1)
          if (honours) expect(pay.status).toBe('SUCCEEDED')
          else if (pay.status !== 'SUCCEEDED') expect(pay.errorCode).toBe('OUTCOME_UNKNOWN')
          return true
        },
        { least: 5 },
      )
      expect(deaths).toBeGreaterThan(4)
      // The death between the call and the record of its end is among all of them.
      if (!honours) expect(repeats).toBe(0)
      else if (isWhole) expect(repeats).toBeGreaterThan(0)
    },
  )
})

describe('DAG-8 TAS-6 the relics of an agent as tools', () => {
  test('are offered by `<relic>_<operation>`, check their arguments by the schema, and call the relic', async () => {
    const { services, project } = engine
    const operations = await services.relics.describe(project.id, ['cache', 'lost'])
    const tools = operations.map((operation) => relicTool(operation, project.id, services))
    expect(tools.map(({ name, source, effect }) => `${name} ${source} ${effect}`)).toEqual([
      'cache_get relic:cache read',
      'cache_getMany relic:cache read',
      'cache_list relic:cache read',
      'cache_set relic:cache idempotent',
      'cache_compareAndSet relic:cache once',
      'cache_increment relic:cache once',
      'cache_delete relic:cache idempotent',
    ])
    const find = (name: string) => tools.find((tool) => tool.name === name) ?? Promise.reject(new Error(name))
    const [set, get] = await Promise.all([find('cache_set'), find('cache_get')])
    expect(await problemsOf(set, { key: 7 })).toEqual(['/value: is required', '/key: expected string'])
    expect(await callTool(set, { key: 'tool', value: [1] })).toEqual({ stored: true })
    expect(await callTool(get, { key: 'tool' })).toMatchObject({ value: [1] })
    await expect(callTool(get, { key: 'tool' }, AbortSignal.abort(new Error('Stopped.')))).rejects.toThrow(
      'Stopped.',
    )
  })

  test('a call of one by a model is a RELIC action, recorded under the name that was called', async () => {
    let turn = 0
    const run = await engine.run(
      () =>
        turn++ === 0
          ? { toolCalls: [{ name: 'cache_set', arguments: { key: 'called', value: 3 } }] }
          : { text: 'Kept.' },
      { agent: { relics: ['cache'], tools: [] } },
    )
    expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Kept.' })
    const action = await database.prisma.action.findFirstOrThrow({ where: { runId: run.runId } })
    expect(action).toMatchObject({
      type: 'RELIC',
      target: 'cache.set',
      status: 'SUCCEEDED',
      effect: 'idempotent',
    })
    expect(action.audit).toMatchObject({ calledAs: 'cache_set', decision: 'ALLOW', rule: 'default' })
    const told = await database.prisma.message.findFirstOrThrow({ where: { runId: run.runId, role: 'TOOL' } })
    expect(told.content).toMatchObject({ name: 'cache_set', isError: false })
  })
})
