import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../src/domain/clock.ts'
import type { EngineServices } from '../../../src/engine/run/run-context.ts'
import { createAddressGuard } from '../../../src/net/address-guard.ts'
import { createRelics } from '../../../src/relics/relics.ts'
import { createRelicStore } from '../../../src/store/relic-store.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createTestEngine, testTool } from '../../support/engine.ts'
import { forFile } from '../../support/for-file.ts'
import { createLiveModel } from '../../support/live-model.ts'
import { definePlayer, type Part, play, playParts, runsOf } from '../../support/trees.ts'

const database = forFile(await createTestDatabase())

/** What a server answers while it lives. */
function refusal(sqlState: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError('The database refuses.', 0, 'error'), { code: sqlState })
}

type Refuse = (services: EngineServices, once: () => void) => EngineServices

/** The queries of a run outside of its log; each is refused once. `once` throws the first time that it is called. */
const queries: Readonly<Record<string, Refuse>> = {
  'the state of the run': (services, once) => {
    const restore: typeof services.runs.restore = async (run) => {
      once()
      return services.runs.restore(run)
    }
    return { ...services, runs: { ...services.runs, restore } }
  },
  'the policies of a call': (services, once) => {
    const of: typeof services.policies.of = async (projectId) => {
      once()
      return services.policies.of(projectId)
    }
    return { ...services, policies: { ...services.policies, of } }
  },
  'the reservation of a budget': (services, once) => {
    const reserve: typeof services.budgets.reserve = async (request) => {
      once()
      return services.budgets.reserve(request)
    }
    return { ...services, budgets: { ...services.budgets, reserve } }
  },
  'the settlement of a budget': (services, once) => {
    const settle: typeof services.budgets.settle = async (id, cost) => {
      once()
      return services.budgets.settle(id, cost)
    }
    return { ...services, budgets: { ...services.budgets, settle } }
  },
  'the insertion of a child': (services, once) => {
    const insert: typeof services.runs.insert = async (run) => {
      if (run.parent) once()
      return services.runs.insert(run)
    }
    return { ...services, runs: { ...services.runs, insert } }
  },
  'an output that the model reads again': (services, once) => {
    const readOutput: typeof services.runs.readOutput = async (runId, actionId) => {
      once()
      return services.runs.readOutput(runId, actionId)
    }
    return { ...services, runs: { ...services.runs, readOutput } }
  },
  'the descendants that an end stops': (services, once) => {
    const liveDescendants: typeof services.runs.liveDescendants = async (rootId, runId) => {
      once()
      return services.runs.liveDescendants(rootId, runId)
    }
    return { ...services, runs: { ...services.runs, liveDescendants } }
  },
}

/** Pays, starts a child, and reads an output. */
const part: Part = {
  turns: [[{ tool: 'pay', args: { amount: 5 } }], [{ spawn: { say: 'I am a child.' } }], [{ tool: 'again' }]],
  say: 'All is done.',
}

describe('a query of a run that the database refuses', () => {
  it.for(Object.entries(queries))(
    'DUR-1 TAS-5 LIM-9 costs the run its owner, and no more: %s',
    async ([, refuse]) => {
      const live = createLiveModel()
      playParts(live)
      let isRefused = false
      let paid = 0
      const once = () => {
        if (isRefused) return
        isRefused = true
        throw refusal('40001')
      }
      const pay = testTool('pay', async () => `Paid ${++paid}.`, { effect: 'once' })
      const again = testTool('again', async (_, { readOutput }) => {
        return (await readOutput('01a220c7-6312-7125-87c0-67db9ee89bbf')) ?? 'Nothing.'
      })
      const engine = await createTestEngine(database, {
        ...{ providers: [live], tools: [pay, again] },
        replace: (services) => refuse(services, once),
      })
      await definePlayer(engine)
      const run = await engine.finished(await play(engine, part, { maxCostUsd: '1' }))
      await engine.close()
      expect(isRefused).toBe(true)
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'All is done.' })
      const tree = await runsOf(database, run.runId)
      expect(tree.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
      expect(tree.reduce((sum, { recoveries }) => sum + recoveries, 0)).toBe(1)
      expect(run.of('ActionFailed')).toEqual([])
      expect(paid).toBe(1)
      expect(await database.prisma.reservation.count()).toBe(0)
    },
  )

  it.for(['25006', '40001', '57P01'])(
    'DUR-1 TAS-5 is no failure of a relic in the own database: %s',
    async (sqlState) => {
      const live = createLiveModel()
      playParts(live)
      const refused: string[] = []
      const engine = await createTestEngine(database, {
        providers: [live],
        replace: (services) => ({ ...services, relics: relicsThatMeet(sqlState, refused) }),
      })
      const { id: projectId } = engine.project
      await database.prisma.relic.create({
        data: { id: crypto.randomUUID(), projectId, name: 'notes', kind: 'KEY_VALUE', settings: {} },
      })
      await definePlayer(engine, 'player', { relics: ['notes'] })
      const turns = [
        [{ tool: 'notes_set', args: { key: 'a', value: 1 } }],
        [{ tool: 'notes_get', args: { key: 'a' } }],
      ]
      const run = await engine.finished(await play(engine, { turns, say: 'Noted.' }))
      await engine.close()
      expect(refused).toEqual(['insert', 'select'])
      expect(run.row).toMatchObject({ status: 'COMPLETED', summary: 'Noted.' })
      expect(run.of('ActionFailed')).toEqual([])
      expect(run.of('RunRecovered')).toHaveLength(2)
    },
  )

  /** Relics whose first statement of each kind about entries is refused. */
  function relicsThatMeet(sqlState: string, refused: string[]) {
    const query = async (text: string, values: unknown[]) => {
      const [kind = ''] = /^(insert|select)(?=.*"RelicEntry")/s.exec(text.trim()) ?? []
      if (kind === '' || refused.includes(kind)) return database.pool.query(text, values)
      refused.push(kind)
      throw refusal(sqlState)
    }
    return createRelics({
      store: createRelicStore(database.pool),
      pool: Object.assign(Object.create(database.pool), { query }),
      clock: systemClock,
      environment: {},
      guardOf: () => createAddressGuard({ allowPrivate: [] }),
      ownServer: 'off',
      unsafeRoles: [],
    })
  }
})
