import type { AppCode, AppOptions, Environment } from './app/app-options.ts'
import { openLogger, reportTo } from './app/create-logger.ts'
import { createEngineOperations } from './app/create-operations.ts'
import { createWork } from './app/create-work.ts'
import { installDemo } from './app/demo.ts'
import { closeTogether, createDisposer, type Disposer, whileOpen } from './app/disposer.ts'
import { createListeners, loadListeners, type Urls } from './app/listeners.ts'
import { loadAgents } from './app/load-agents.ts'
import { loadCatalogue, loadModels, openCatalogue } from './app/load-models.ts'
import { loadOperations } from './app/load-operations.ts'
import { type InCode, loadTools } from './app/load-tools.ts'
import { bringUpToDate, keepTime, openUpToDate } from './app/open-database.ts'
import { openBatches, openEvaluations, openEvents, openSchedules, openWebhooks } from './app/open-features.ts'
import { installAdminKey, openKeys } from './app/open-keys.ts'
import { createOwner, executesRuns, openServices, type Parts } from './app/open-services.ts'
import { openSignIns } from './app/open-sign-ins.ts'
import { OutageReport } from './app/outage-report.ts'
import { readOptions } from './app/read-options.ts'
import { createRetention } from './app/retention.ts'
import { withRunLogger } from './app/run-logger.ts'
import { readVersion } from './app/version.ts'
import type { Database } from './database/connect.ts'
import { createDatabaseClock } from './database/database-clock.ts'
import { createProbe } from './database/probe.ts'
import type { Project } from './domain/caller.ts'
import { RungraphError } from './domain/errors.ts'
import type { Operations } from './domain/operations.ts'
import type { ServerRedactor } from './domain/redaction.ts'
import type { RunLog } from './domain/run-log.ts'
import { type Tracer, untraced } from './domain/tracer.ts'
import type { Wakeups } from './domain/wakeups.ts'
import { isNobodyAlive, type WorkerSight } from './domain/worker-sight.ts'
import { type AgentSync, type SyncOptions, syncAgents } from './engine/commands/sync-agents.ts'
import type { EngineServices } from './engine/run/run-context.ts'
import { createWorkerWatch } from './engine/worker/worker-watch.ts'
import { toGlobalId } from './graphql/global-id.ts'
import type { Readiness } from './http/health/readiness.ts'
import type { Mounted } from './http/mount/mounted.ts'
import { createOwnAddresses } from './net/own-addresses.ts'
import { createRedactor } from './redaction/create-redactor.ts'
import type { Config } from './settings/config.ts'
import { knownSecrets } from './settings/known-secrets.ts'
import { createAgentSetStore } from './store/agent-set-store.ts'
import { ensureProject, findProject } from './store/project-store.ts'
import { createRelicStore } from './store/relic-store.ts'
import type { Retired } from './store/retention/retention.ts'
import { lookAtWorkers } from './store/runs/queue-depth.ts'
import { readSubject } from './store/runs/run-subject.ts'
import { createMetrics } from './telemetry/metrics.ts'
import { openTracer } from './telemetry/open-tracer.ts'

/** A Rungraph in this process, as `createApp` makes it. */
export interface App extends Mounted {
  /**
   * Begins to serve the API and to execute runs, by the role in the settings. With `listen: false` it opens no port, and serves by `fetch`,
   * `handle` and `handleUpgrade` alone. To be called once. @throws PORT_IN_USE, LOOPBACK_ONLY
   */
  start(options?: StartOptions): Promise<Started>
  /** Lets runs reach a checkpoint, releases them, and closes everything that was opened. */
  close(): Promise<Closed>
  /** The operations of the API as functions. Each checks its input and throws a RungraphError. */
  readonly operations: Operations
  /**
   * Removes data past its retention, and counts it (EVT-7). Processes that execute runs do so hourly. `signal` stops it between two
   * batches.
   */
  applyRetention(signal?: AbortSignal): Promise<Retired>
  /** The event logs of all runs. */
  readonly log: RunLog
  /** The default project, which callers without a key use. */
  readonly project: Project
  /** The project with a slug; `null`: there is none. */
  findProject(slug: string): Promise<Project | null>
}

export interface StartOptions {
  /** Whether to listen on `host` and `port`, and on `healthPort`. Default: true. */
  readonly listen?: boolean
}

export interface Started extends Urls {
  /** Whether callers need no key. */
  readonly isOpen: boolean
}

export interface Closed {
  /** Number of runs that were released for other processes to continue. */
  readonly requeued: number
}

/**
 * Creates a Rungraph in this process: database, engine and server, from settings by name and from options in code (EMB-1). Nothing runs
 * before `start`. Without `databaseUrl` it starts a private PostgreSQL in `dataDir`. If it throws, everything that it opened is closed.
 *
 * ```ts
 * const app = await createApp({ databaseUrl, tools: [orderStatus], agents: [support], env: process.env })
 * await app.start()
 * ```
 * @throws SETTING_INVALID, AGENT_INVALID, TOOL_INVALID, DATABASE_UNREACHABLE, DATABASE_MIGRATION_FAILED, DATA_DIR_UNUSABLE, and the error
 * of a file that is invalid
 */
export function createApp(options: AppOptions = {}): Promise<App> {
  const { config, code, variables } = readOptions(options)
  return composeApp(config, code, variables)
}

/**
 * The same from settings that were read before, as the commands have them. `variables` hold secrets that are never shown; default: those of
 * the process.
 */
export async function composeApp(
  config: Config,
  code: AppCode = {},
  variables: Environment = process.env,
): Promise<App> {
  const closing = createDisposer()
  try {
    return await compose(config, code, { closing, redactor: redactorOf(config, variables) })
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}

/**
 * Applies the pending migrations to the database of the settings, and closes it again.
 * @throws DATABASE_UNREACHABLE, DATABASE_MIGRATION_FAILED, DATA_DIR_UNUSABLE
 */
export async function runMigrations(config: Config): Promise<void> {
  await whileOpen(async (closing) => {
    const logger = await openLogger(config, { redactor: redactorOf(config), toPublicId: toGlobalId })
    const { applied } = await bringUpToDate(config, closing, (line, level) => logger[level](line))
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  })
}

async function compose(
  config: Config,
  code: AppCode,
  { closing, redactor }: { readonly closing: Disposer; readonly redactor: ServerRedactor },
): Promise<App> {
  const logger = await openLogger(config, { redactor, toPublicId: toGlobalId })
  const outages = new OutageReport({
    report: code.report ?? reportTo(logger),
    detail: (message, error, about) => logger.debug({ ...about, err: error }, message),
    tell: (line) => logger.info(line),
  })
  closing.add(async () => outages.close())
  const { report } = outages
  const note = (message: string) => logger.info(message)
  // The user's code is checked before anything is opened.
  const persisted = await loadOperations(config)
  const ownClock = createDatabaseClock()
  const clock = code.clock ?? ownClock
  const own = createOwnAddresses()
  for (const url of ownUrls(config)) own.add(url)
  await own.settled()
  const agents = await loadAgents(config.agents.path, code.agents)
  const {
    evaluators,
    signIns = null,
    ...loaded
  } = await load(config, code, { now: clock.now, own, report, note, closing })
  const database = await openUpToDate(
    config,
    closing,
    (line, level) => logger[level](line),
    // While PostgreSQL starts or answers, this process has nothing else to do.
    () => loadListeners(config),
  )
  own.add(database.directString)
  if (clock === ownClock) closing.add(await keepTime(ownClock, database, report))
  const isDatabaseThere = outages.watch(createProbe(database.connectionString))
  const warn = (line: string) => logger.warn(line)
  if (database.isPooled && database.directString === database.connectionString) warn(onlyPooled)
  const metrics = createMetrics()
  const tracer = await openTraces(config, { redactor, report, closing })
  const owner = createOwner()
  const opened = await openServices(
    { config, code, database, clock, loaded, redactor, metrics, tracer, own, owner, report, warn },
    closing,
  )
  const isTraced = config.tracing !== null
  const find = (runId: string) => readSubject(database.pool, runId, { isTraced })
  const services = { ...opened, ...withRunLogger(opened, { logger, find }) }
  const project = await ensureProject(database.pool, { ...defaultProject, newId: services.newId })
  await installAdminKey(config, { pool: database.pool, projectId: project.id, newId: services.newId, warn })
  // Before the agents in code: a project that has these is not empty, and gets none.
  if (config.demo)
    await installDemo({
      ...{ ...services, projectId: project.id, relics: createRelicStore(database.pool) },
      inCode: config.agents.project === project.slug ? (agents ?? []).map(({ slug }) => slug) : [],
    })
  const sync =
    agents && (await openAgents(config, services, { database, agents, log: (line) => logger.info(line) }))
  const webhooks = openWebhooks(config, database.pool, services, { metrics, own })
  const schedules = openSchedules(config, database.pool, services)
  const events = openEvents(config, database.pool, services)
  const batches = openBatches(config, database.pool, services)
  const signInsToMcp = openSignIns(signIns, database.pool, services)
  const evaluations = openEvaluations(config, database.pool, { ...services, evaluators })
  const keys = openKeys(database.pool, project, services, {
    ...code,
    provider: config.identityProvider,
  })
  closing.add(async () => keys.authenticator.close())
  const operations: Operations = {
    ...createEngineOperations(services, database),
    ...{ webhooks: webhooks.operations, schedules: schedules.operations, events: events.operations },
    ...{ keys: keys.operations, accessTokens: keys.tokens, projects: keys.projects },
    ...evaluations.operations,
    signIns: signInsToMcp.operations,
  }
  const retire = createRetention(services, { config, database, metrics, logger })
  const work = executesRuns(config)
    ? createWork(services, {
        config,
        database,
        owner,
        retire,
        due: [schedules.due, events.due, ...batches.due, ...signInsToMcp.due],
      })
    : null
  const look = () => lookAtWorkers(database.pool)
  metrics.setSources({ ...(work && { work: work.load }), look })
  const watch = createWorkerWatch({ look, tell: ({ level, text }) => logger[level](text) }, services)
  // It is ready only between its start and its end (DUR-4).
  let unready: string | null = 'it is starting'
  const lifecycle = (): Readiness =>
    unready === null ? { status: 'ready' } : { status: 'unready', reason: unready }
  const wakeups = () => wakeupsReadiness(services.wakeups)
  const loops = work?.readiness ?? { workers: async () => workersReadiness(await look()) }
  const readiness = { process: lifecycle, wakeups, ...loops, ...webhooks.readiness }
  const { log, tools, priceOf } = services
  const catalogue = openCatalogue(config, services, loaded.names)
  const sources = { operations, log, tools, priceOf, catalogue }
  const listeners = await createListeners({
    ...{ config, sources, clock, database, isDatabaseThere, persisted, readiness, metrics, report },
    authenticator: keys.authenticator,
    requestBytes: code.requestBytes,
  })
  closing.add(() => listeners.closeHealth())
  closing.add(() => listeners.closeApi())
  let requeued = 0
  const closeWork = async () => {
    requeued = (await work?.close(graceOf(config))) ?? 0
  }
  const others = () => [
    watch.close(),
    sync?.close(),
    webhooks.close(),
    schedules.close(),
    events.close(),
    batches.close(),
    evaluations.close(),
  ]
  closing.add(() => closeTogether([listeners.drainApi(), closeWork(), ...others()]))
  return {
    ...(listeners.mounted ?? unserved),
    operations,
    log,
    project,
    findProject: (slug) => findProject(database.pool, slug),
    applyRetention: retire,
    start: async ({ listen = true } = {}) => {
      const urls = listen ? await listeners.listen() : { url: null, healthUrl: null }
      for (const url of [urls.url, urls.healthUrl]) if (url !== null) own.add(url)
      sync?.start()
      await work?.start()
      watch.start()
      webhooks.start()
      await schedules.start()
      await events.start()
      await batches.start()
      evaluations.start()
      unready = null
      return { ...urls, isOpen: await keys.authenticator.isOpen() }
    },
    close: async () => {
      unready = 'it is shutting down'
      await closing.closeAll()
      return { requeued }
    },
  }
}

async function load(
  config: Config,
  code: AppCode,
  surroundings: Parameters<typeof loadTools>[2],
): Promise<Parts['loaded'] & Pick<InCode, 'evaluators' | 'signIns'> & { readonly names: readonly string[] }> {
  const catalogue = await loadCatalogue(config, code.modelFacts)
  return {
    models: code.models ?? (await loadModels(config, code.providers)),
    priceOf: code.priceOf ?? catalogue.priceOf,
    modelInfo: code.modelInfo ?? catalogue.modelInfo,
    names: catalogue.names,
    ...(await loadTools(config, code, surroundings)),
  }
}

/** Only processes that execute runs have anything to trace. */
async function openTraces(
  config: Config,
  { redactor, report, closing }: Pick<Parts, 'redactor' | 'report'> & { readonly closing: Disposer },
): Promise<Tracer> {
  if (config.tracing === null || !executesRuns(config)) return untraced
  const resource = { 'service.version': readVersion(), ...config.tracing.resource }
  const open = await openTracer({ ...config.tracing, resource }, { redactor, report })
  closing.add(() => open.close())
  return open.tracer
}

/** A process that only executes runs has no API. */
const unserved: Mounted = {
  fetch: async () => refuseUnserved(),
  handle: refuseUnserved,
  handleUpgrade: refuseUnserved,
}

function refuseUnserved(): never {
  throw new RungraphError('API_NOT_SERVED', {})
}

/** The project of callers without a key. */
const defaultProject = { slug: 'default', name: 'Default' }

/** Brings the agents in code into their project. */
async function openAgents(
  { agents: { project: slug } }: Config,
  services: EngineServices,
  { database, agents, log }: Pick<SyncOptions, 'agents' | 'log'> & { readonly database: Database },
): Promise<AgentSync> {
  const { pool } = database
  const { newId } = services
  const name = slug === defaultProject.slug ? defaultProject.name : slug
  const { id: projectId } = await ensureProject(pool, { slug, name, newId })
  return syncAgents({ sets: createAgentSetStore(pool, newId), projectId, agents, log }, services)
}

/** Warning for a pooler without a direct connection. */
const onlyPooled =
  'DATABASE_URL leads to a connection pooler, and DATABASE_DIRECT_URL is not set: unless it pools by session, set that (docs/deployment.md).'

/**
 * Returns the addresses of Rungraph that are known before it listens, also those of another process on this machine with the same settings.
 */
function ownUrls({ port, healthPort, database, redisUrl }: Config): readonly string[] {
  const ports = [port, healthPort ?? 0].filter((one) => one !== 0)
  const databases = 'url' in database ? [database.url, database.directUrl] : []
  return [
    ...ports.map((one) => `http://localhost:${one}`),
    ...databases,
    ...(redisUrl === null ? [] : [redisUrl]),
  ]
}

function wakeupsReadiness(wakeups: Wakeups): Readiness {
  if (wakeups.health() === 'live') return { status: 'ready' }
  return { status: 'degraded', reason: 'wakeups do not travel between processes: readers poll' }
}

/** Whether anybody executes the runs that an API takes; it serves without a worker, too. */
function workersReadiness({ workers }: WorkerSight): Readiness {
  if (!isNobodyAlive(workers)) return { status: 'ready' }
  return { status: 'degraded', reason: 'no worker is alive: runs wait until one starts' }
}

/** Four fifths of the time that the process has; the remainder is for closing. */
function graceOf({ shutdownGraceMs }: Config): number {
  return shutdownGraceMs * 0.8
}

function redactorOf(config: Config, variables: Environment = process.env): ServerRedactor {
  return createRedactor({ values: knownSecrets(variables, config) })
}
