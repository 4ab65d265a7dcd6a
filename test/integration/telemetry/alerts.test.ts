import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { metricCatalogue } from '../../../src/telemetry/metric-catalogue.ts'
import { root } from '../../checks/run-command.ts'
import { type ThreeAmRow, threeAmRows } from '../../checks/three-am.ts'
import { callCommand } from '../../support/command-line.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { samplesOf } from '../../support/exposition.ts'
import { forTest } from '../../support/for-file.ts'
import { promtool, startPrometheus, withoutPrometheus } from '../../support/prometheus.ts'
import {
  openProcessFolder,
  type ProcessFolder,
  type RungraphProcess,
} from '../../support/rungraph-process.ts'

const timeout = 90_000
const folderOf = (file: string) => join(root, 'examples/monitoring', file)
const rules = await readFile(folderOf('rungraph.rules.yml'), 'utf8')

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })).optional() })),
})

/** The queries of the dashboard, with its variables filled in as Grafana does. */
async function queries(): Promise<readonly string[]> {
  const { panels } = dashboard.parse(JSON.parse(await readFile(folderOf('rungraph.grafana.json'), 'utf8')))
  return panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$cluster', '.*').replaceAll('$__rate_interval', '1m'))
}

it('OPS-8 the rules and the dashboard ask for metrics that exist', async () => {
  const known = new Set(
    Object.values(metricCatalogue).flatMap(({ name, kind }) =>
      kind === 'histogram' ? [`${name}_bucket`] : [name],
    ),
  )
  const asked = [rules.replaceAll(/^ *(#|description:).*$/gm, ''), ...(await queries())].flatMap(
    (text) => text.match(/\brungraph_\w+/g) ?? [],
  )
  expect(asked.length).toBeGreaterThan(30)
  expect(asked.filter((name) => !known.has(name))).toEqual([])
})

it('OPS-9 each alert has a row that says what to do', () => {
  const rows: readonly ThreeAmRow[] = Object.values(threeAmRows).flatMap((topic) => Object.values(topic))
  const told = new Set(rows.flatMap(({ alerts = [] }) => alerts))
  const alerts = [...rules.matchAll(/- alert: Rungraph(\w+)/g)].map(([, name = '']) => name)
  expect([...told].toSorted()).toEqual(alerts.toSorted())
})

describe.skipIf(withoutPrometheus !== null)('OPS-8 Prometheus', () => {
  it('fires each alert of the file, and the queries of the dashboard can be read', { timeout }, async () => {
    const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
    const tests = await readFile(folderOf('rungraph.rules.test.yml'), 'utf8')
    const fired = new Set(
      [...tests.matchAll(/alertname: (\w+)\s+exp_alerts:\s+- exp_labels/g)].map(([, name]) => name),
    )
    expect(alerts.filter((name) => !fired.has(name))).toEqual([])
    await promtool('check', 'rules', folderOf('rungraph.rules.yml'))
    await promtool('test', 'rules', folderOf('rungraph.rules.test.yml'))

    const folder = await mkdtemp(join(tmpdir(), 'rungraph-dashboard-'))
    const records = (await queries()).map((expr, n) => ({ record: `query:${n}`, expr }))
    await writeFile(join(folder, 'rules.yml'), JSON.stringify({ groups: [{ name: 'all', rules: records }] }))
    await promtool('check', 'rules', join(folder, 'rules.yml'))
    await rm(folder, { recursive: true })
  })

  describe('with an API and one worker', () => {
    let database: TestDatabase
    let folder: ProcessFolder
    let api: RungraphProcess

    beforeAll(async () => {
      database = await createTestDatabase()
      folder = await openProcessFolder()
      const settings = { RUNGRAPH_ROLE: 'api', RUNGRAPH_LOG_LEVEL: 'info' }
      api = await folder.start('start', { DATABASE_URL: database.connectionString, ...settings })
    }, timeout)

    afterAll(async () => {
      await folder.close()
      await database.drop()
    })

    const samples = async () => samplesOf(await (await fetch(new URL('/metrics', api.url))).text())

    const readiness = async (): Promise<unknown> => (await fetch(new URL('/health/ready', api.url))).json()

    it('pages when the worker is killed under a run, and no more when another one has taken it over', {
      timeout,
    }, async () => {
      const worker = await folder.start('worker', { DATABASE_URL: database.connectionString })
      // The file as it is, but for how long a state must last: promtool plays that.
      const prometheus = forTest(
        await startPrometheus(rules.replaceAll(/^ *for: .*$/gm, ''), [new URL(api.url).host]),
      )
      await api.ask('mutation { triggerRun(input: { agent: "demo-slow", input: "Hello" }) { __typename } }')
      const running = () => database.prisma.run.count({ where: { status: 'RUNNING' } })
      await expect.poll(running).toBe(1)
      expect((await samples()).get('rungraph_workers{state="active"}')).toBe(1)
      expect(await readiness()).toMatchObject({ checks: { workers: { status: 'ready' } } })
      await expect.poll(prometheus.firing).toEqual([]) // its first scrape has come

      await worker.kill('SIGKILL')
      await expect
        .poll(prometheus.firing)
        .toEqual(['RungraphNoWorkerAlive', 'RungraphRunsWithoutOwner', 'RungraphWorkerLost'])
      const lost = await samples()
      expect(lost.get('rungraph_workers{state="active"}')).toBe(0)
      expect(lost.get('rungraph_workers{state="lost"}')).toBe(1)
      expect(lost.get('rungraph_queue_runs{state="orphaned"}')).toBe(1)
      // It counts from the end of the lease, ten seconds after its last renewal.
      const oldest = async () => (await samples()).get('rungraph_queue_oldest_seconds')
      await expect.poll(oldest).toBeGreaterThan(0.5)
      await expect.poll(readiness).toMatchObject({
        status: 'degraded',
        checks: {
          workers: { status: 'degraded', reason: 'no worker is alive: runs wait until one starts' },
        },
      })
      const name = `:${worker.pid} (its lock is free, last report at `
      // Before the worker there was none, either, and the API may have said so.
      await expect
        .poll(() =>
          api
            .printed()
            .match(/No worker is alive: .*?Start a worker\./g)
            ?.at(-1),
        )
        .toContain(name)
      const env = { DATABASE_URL: database.connectionString, PORT: '0' }
      const { code, output } = await callCommand(['doctor', '--offline'], { env })
      expect(code).toBe(1)
      expect(output).toMatch(
        new RegExp(
          `✗ workers +No worker is alive. 1 run waits for a worker, .* 1 of them lost their owner. Lost: .*:${worker.pid} `,
        ),
      )

      const next = await folder.start('worker', {
        DATABASE_URL: database.connectionString,
        RUNGRAPH_LOG_LEVEL: 'info',
      })
      await expect.poll(prometheus.firing).toEqual(['RungraphWorkerLost'])
      await expect
        .poll(next.printed)
        .toMatch(
          new RegExp(
            `The run is taken over from .*:${worker.pid}: (its lease expired|the lock of its worker was lost)\\.`,
          ),
        )
      await expect.poll(api.printed).toContain('A worker is alive again.')
      expect(api.printed().match(/No worker is alive/g)).toHaveLength(1)
      expect((await callCommand(['doctor', '--offline'], { env })).output).toMatch(
        /! workers +1 alive. Lost: /,
      )
    })
  })
})
