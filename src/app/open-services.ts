import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import type pg from 'pg'
import type { Database } from '../database/connect.ts'
import { prepareStanding } from '../database/prepare-session.ts'
import { openBossDispatch } from '../dispatch/boss-dispatch.ts'
import type { Clock } from '../domain/clock.ts'
import type { ServerRedactor, Vault } from '../domain/redaction.ts'
import type { Tracer } from '../domain/tracer.ts'
import type { RunOwner } from '../domain/worker-claim.ts'
import { createCoolDowns } from '../engine/cool-downs.ts'
import { createRateLimits } from '../engine/rate-limits.ts'
import type { EngineServices } from '../engine/run/run-context.ts'
import { createSlotBroker } from '../engine/worker/local-slots.ts'
import { createWakeups } from '../live/create-wakeups.ts'
import { createRunLog } from '../log/run-log.ts'
import { createAddressGuard } from '../net/address-guard.ts'
import { createFetchFile } from '../net/guarded-fetch.ts'
import type { OwnAddresses } from '../net/own-addresses.ts'
import { openS3Objects } from '../net/s3-objects.ts'
import { createRelics, type OpenRelics, type RelicsOptions } from '../relics/relics.ts'
import type { Config } from '../settings/config.ts'
import { createActionCache } from '../store/action-cache.ts'
import { createBatchStore } from '../store/batch-store.ts'
import { createAgentStore, createWorkflowStore } from '../store/definition-store.ts'
import { lookAtSealed, noteEncryptionKey, opensSome } from '../store/encryption-keys.ts'
import { createFileStore } from '../store/files/file-store.ts'
import { describeLost } from '../store/lost-values.ts'
import { createTrafficLog } from '../store/model-traffic.ts'
import { cachePolicies } from '../store/policy-cache.ts'
import { createPolicyStore } from '../store/policy-store.ts'
import { createRelicStore } from '../store/relic-store.ts'
import { createBudgets } from '../store/runs/budget-store.ts'
import { createRunStore } from '../store/runs/run-store.ts'
import { holdLiveness } from '../store/runs/worker-liveness.ts'
import { createVault } from '../store/vault.ts'
import { readVaultKey } from '../store/vault-key.ts'
import { measuredLog, measuredRuns } from '../telemetry/measured-services.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { jsonSchemas } from '../tools/json-schema-check.ts'
import type { AppCode } from './app-options.ts'
import type { Disposer } from './disposer.ts'
import { newId as uniqueId } from './new-id.ts'
import { readVersion } from './version.ts'

/** Resources that the services need. */
export interface Parts {
  readonly config: Config
  readonly code: AppCode
  readonly database: Database
  readonly clock: Clock
  /** Models, tools and hooks, which were loaded before anything was opened. */
  readonly loaded: Pick<EngineServices, 'models' | 'tools' | 'canExecuteTool' | 'priceOf' | 'modelInfo'>
  readonly redactor: ServerRedactor
  readonly metrics: Metrics
  readonly tracer: Tracer
  /** Addresses of Rungraph and its database, which agents and callers cannot reach. */
  readonly own: OwnAddresses
  /** This process as an owner of runs. */
  readonly owner: RunOwner
  readonly report: EngineServices['report']
  /** Warns the operator of a problem that stops nothing. */
  readonly warn: (line: string) => void
}

export function createOwner(): RunOwner {
  return { name: `${hostname()}:${process.pid}`, key: randomInt(1, 2 ** 31 - 1), version: readVersion() }
}

/** Opens the services that the engine depends on: the stores on one pool, and the connections that the process's role needs beside it. */
export async function openServices(parts: Parts, closing: Disposer): Promise<EngineServices> {
  const { config, code, database, clock, loaded, redactor, metrics, tracer, own, owner, report, warn } = parts
  const { pool, directString: connectionString } = database
  const { leaseMs } = config
  const newId = code.newId ?? uniqueId
  const standing = { connectionString, prepare: prepareStanding, log: warn }
  const wakeups = await createWakeups({ redisUrl: config.redisUrl, ...standing })
  closing.add(() => wakeups.close())
  // A process without runs has no crash that others would have to detect.
  const workerLiveness = executesRuns(config) ? await holdLiveness({ ...standing, key: owner.key }) : null
  if (workerLiveness) closing.add(() => workerLiveness.close())
  const dispatch = await openBossDispatch({ pool, report, isKeeper: executesRuns(config) })
  closing.add(() => dispatch.close())
  const onFlushed = metrics.flushed
  const log = createRunLog({ pool, wakeups, dispatch, leaseMs, now: clock.now, report, onFlushed })
  closing.add(() => log.settled())
  const slots = createSlotBroker((run) => metrics.claimed([run]))
  const relics = openRelics(config, database, { clock, own, environment: code.environment ?? process.env })
  closing.add(() => relics.close())
  const vault = await openVault(config, pool, report)
  const traffic =
    vault && config.keep.modelTrafficDays > 0
      ? createTrafficLog({ pool, vault, redactor: redactor.own, report })
      : null
  if (traffic) closing.add(() => traffic.settled())
  return {
    clock,
    newId,
    random: code.random ?? Math.random,
    ...loaded,
    schemas: jsonSchemas,
    coolDowns: createCoolDowns(clock),
    rateLimits: createRateLimits(clock),
    modelSilenceMs: config.modelSilenceMs,
    keepsDebugLines: config.logLevel === 'debug' || config.logLevel === 'trace',
    log: measuredLog(log, metrics),
    runs: measuredRuns(createRunStore({ pool, wakeups, dispatch, owner, leaseMs, newId, slots }), metrics),
    slots,
    budgets: createBudgets(pool),
    files: createFileStore(pool, config.files && (await openS3Objects(config.files))),
    fetchFile: createFetchFile(createAddressGuard({ allow: config.http.allow, own })),
    policies: cachePolicies(createPolicyStore(pool), { clock }),
    workflows: createWorkflowStore(pool),
    relics,
    actionCache: createActionCache(pool),
    guards: code.guards ?? [],
    agents: createAgentStore(pool),
    wakeups,
    dispatch,
    ...(workerLiveness && { workerLiveness }),
    redactor,
    vault,
    ...(traffic && { traffic }),
    ...(vault && { batches: createBatchStore({ pool, vault }) }),
    tracer,
    report,
  }
}

/** Whether the process executes runs. */
export function executesRuns({ role }: Pick<Config, 'role'>): boolean {
  return role !== 'api'
}

function openRelics(
  { http, relics }: Config,
  { pool }: Database,
  { clock, own, environment }: Pick<RelicsOptions, 'clock' | 'environment'> & { readonly own: OwnAddresses },
): OpenRelics {
  return createRelics({
    store: createRelicStore(pool),
    pool,
    clock,
    environment,
    guardOf: ({ allowPrivate, avoidsOwn = false }) =>
      createAddressGuard({
        allow: http.allow,
        allowPrivate: allowPrivate ? http.private : [],
        ...(avoidsOwn && { own }),
      }),
    ...relics,
  })
}

/** A key that opens nothing of what is there is told, and not noted as one that encrypted: the process goes on. */
async function openVault(
  { database, encryptionKey, decryptionKeys }: Config,
  pool: pg.Pool,
  report: EngineServices['report'],
): Promise<Vault | null> {
  const dataDir = 'dataDir' in database ? database.dataDir : null
  const key = await readVaultKey({ dataDir, configured: encryptionKey })
  if (key === null) return null
  const vault = createVault(key, decryptionKeys)
  if (await opensSome(pool, vault)) await noteEncryptionKey(pool, vault)
  else {
    const look = await lookAtSealed(pool, { vault, present: vault })
    const { text, remedy } = await describeLost(pool, look, { dataDir, key, decryptionKeys })
    report(`Encrypted values: ${text} ${remedy}`)
  }
  return vault
}
