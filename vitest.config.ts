import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { compileCache } from './test/checks/run-command.ts'
import { scratchFolder } from './test/support/scratch-folder.ts'

/** What tests and the examples import as `rungraph` is the source. */
const ownPackage = join(import.meta.dirname, 'build/own-package.ts')

process.env.TMPDIR = scratchFolder()
Object.assign(process.env, compileCache)
// Of all processes of the run, which are children of this one (test/support/trials.ts).
process.env.TRIAL_SEED ??= String(Date.now() % 2 ** 31)
console.log(
  `Trials: ${process.env.TRIALS === 'all' ? 'all' : 'a tenth'}, TRIAL_SEED=${process.env.TRIAL_SEED}`,
)

/** These take longest: they begin first, so that at the end no process waits for one of them. */
const longest = [
  'test/faults/seeded-faults.test.ts',
  'test/integration/batches/batch-deaths.test.ts',
  'test/integration/log/lost-tail.test.ts',
  'test/integration/models/rate-limits.test.ts',
  'test/integration/evaluations/evaluations.test.ts',
  'test/integration/context/compaction.test.ts',
  'test/integration/batches/batches.test.ts',
  'test/integration/tools/tool-outputs.test.ts',
  'test/models/answer-bounds.test.ts',
  'test/graphql/statements.test.ts',
  'test/http/live-limits.test.ts',
  'test/integration/tools/official-servers.test.ts',
  'test/integration/plans/workflows.test.ts',
  'test/tools/mcp-restarts.test.ts',
  'test/integration/tools/mcp-elicitation.test.ts',
  'test/contract/wakeups.test.ts',
  'test/integration/children/subagent-races.test.ts',
  'test/contract/dispatch.test.ts',
  'test/integration/gates/fired-gates.test.ts',
  'test/http/tenants-reading.test.ts',
  'test/http/tenants-writing.test.ts',
  'test/http/tenants-following.test.ts',
  'test/http/token-scopes.test.ts',
  'test/database/probe.test.ts',
]
/** These start whole servers, workers and commands, and end some of them in the midst of their work: `npm run test:processes`. */
const processes = [
  'test/client/python-async.test.ts',
  'test/client/python.test.ts',
  'test/client/relay.test.ts',
  'test/config/keys-command.test.ts',
  'test/config/main.test.ts',
  'test/config/trigger-and-tail.test.ts',
  'test/config/watch.test.ts',
  'test/database/pgbouncer.test.ts',
  'test/database/private-postgres.test.ts',
  'test/examples/batch.test.ts',
  'test/examples/evaluations.test.ts',
  'test/examples/every-client.test.ts',
  'test/examples/followers.test.ts',
  'test/examples/mcp-sign-in.test.ts',
  'test/http/behind-gateway.test.ts',
  'test/http/cells.test.ts',
  'test/http/hostile-input.test.ts',
  'test/integration/backup/laptop-to-server.test.ts',
  'test/integration/context/memory.test.ts',
  'test/integration/delivery/webhook-process.test.ts',
  'test/integration/evaluations/process-death.test.ts',
  'test/integration/models/answers-without-end.test.ts',
  'test/integration/plans/start-together.test.ts',
  'test/integration/recovery/cluster.test.ts',
  'test/integration/recovery/process-death.test.ts',
  'test/integration/recovery/process-drain.test.ts',
  'test/integration/recovery/readiness.test.ts',
  'test/integration/recovery/redis-outages.test.ts',
  'test/integration/retention/archive-process.test.ts',
  'test/integration/telemetry/alerts.test.ts',
  'test/integration/telemetry/traces-process.test.ts',
  'test/integration/three-am/*.test.ts',
  'test/tools/mcp-changes.test.ts',
  'test/tools/mcp-server.test.ts',
]
/**
 * What outlasts failures and time: workers that die, outages of the database and of Redis, wakeups and jobs, deliveries, backups,
 * retention and migrations: `npm run test:durability`.
 */
const durability = [
  'test/contract/dispatch.test.ts',
  'test/database/**/*.test.ts',
  'test/integration/backup/**/*.test.ts',
  'test/integration/children/subagent-races.test.ts',
  'test/integration/children/subagent-recovery.test.ts',
  'test/integration/delivery/**/*.test.ts',
  'test/integration/evaluations/recovery.test.ts',
  'test/integration/gates/death-at-gates.test.ts',
  'test/integration/gates/fired-gates.test.ts',
  'test/integration/log/subscription-cuts.test.ts',
  'test/integration/moving/**/*.test.ts',
  'test/integration/recovery/**/*.test.ts',
  'test/integration/retention/**/*.test.ts',
]
/** What keeps projects, callers and secrets apart: tenants, keys and tokens, redaction, and the guards of relics: `npm run test:security`. */
const security = [
  'test/http/access-tokens.test.ts',
  'test/http/api-keys.test.ts',
  'test/http/caller-limits.test.ts',
  'test/http/event-sources.test.ts',
  'test/http/tenants-*.test.ts',
  'test/http/token-scopes.test.ts',
  'test/integration/redaction/**/*.test.ts',
  'test/relics/**/*.test.ts',
  'test/unit/redaction/**/*.test.ts',
]
/** What holds at size: with a long history, a large plan, many clients or hostile amounts of input: `npm run test:scale`. */
const scale = [
  'test/graphql/evaluation-history.test.ts',
  'test/http/floods.test.ts',
  'test/http/long-plans.test.ts',
  'test/http/plan-cost.test.ts',
  'test/http/released.test.ts',
  'test/http/sent-ahead.test.ts',
  'test/http/slow-consumers.test.ts',
  'test/integration/log/feed-indexes.test.ts',
  'test/integration/log/indexes.test.ts',
  'test/integration/log/run-filters.test.ts',
  'test/tools/schema-bombs.test.ts',
]
/**
 * Each has a process to itself: it replaces a module or the timers, or counts what its process holds. The others share processes: what a file would spend on loading the engine anew, and on running it before
 * V8 has made it fast, is more than most of their tests take.
 */
const apart = [
  'test/budget/turn.test.ts',
  'test/client/transports.test.ts',
  'test/examples/follow.test.ts',
  'test/http/database-watch.test.ts',
  'test/http/web-sockets.test.ts',
  'test/integration/telemetry/traces-content.test.ts',
]
/** So has each of these, of `npm run test:durability`. */
const durabilityApart = [
  'test/contract/wakeups.test.ts',
  'test/integration/recovery/claim.test.ts',
  'test/integration/recovery/maintenance.test.ts',
]
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((path) => moduleId.endsWith(path))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

/** These drive Chromium: `npm run test:browser`. */
const browser = ['browser', 'console'].map(testsOf)

/** These have runners of their own. */
const elsewhere = ['chaos', 'bench', 'image', 'outside', 'package'].map(testsOf)

function testsOf(folder: string): string {
  return `test/${folder}/**/*.test.ts`
}

interface Which {
  readonly include: string[]
  readonly exclude?: string[]
  readonly isolate: boolean
}

function project(name: string, which: Which) {
  return {
    test: {
      ...which,
      name,
      pool: 'forks' as const,
      // Garbage of one test after another is collected seldom. What measures its memory has a process of its own, with V8's default.
      execArgv: [...(which.isolate ? [] : ['--max-semi-space-size=32']), '--import', ownPackage],
      // Node itself loads what is tested, as it does in production: nothing is transformed, and V8 keeps what it compiled.
      experimental: { viteModuleRunner: false, nodeLoader: which.isolate },
      // A poll ends when it finds what it waits for; its default of a second is too short on a busy machine.
      expect: { poll: { timeout: 20_000 } },
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['test/support/postgres-server.ts'],
    // Part of what they do is waiting, for a server or a lease. Each process more makes the engine fast anew.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      project('together', {
        include: ['test/**/*.test.ts'],
        exclude: [
          ...apart,
          ...durability,
          ...durabilityApart,
          ...security,
          ...processes,
          ...scale,
          ...browser,
          ...elsewhere,
        ],
        isolate: false,
      }),
      project('durability', {
        include: durability,
        exclude: [...durabilityApart, ...processes],
        isolate: false,
      }),
      project('durability-apart', { include: durabilityApart, isolate: true }),
      project('security', { include: security, isolate: false }),
      project('processes', { include: processes, isolate: false }),
      project('scale', { include: scale, isolate: true }),
      project('apart', { include: apart, isolate: true }),
      project('browser', { include: browser, isolate: false }),
    ],
  },
})
