import { installDemoAgents } from './agents/install-demo-agents.ts'
import { type Closing, createClosing, together } from './app/closing.ts'
import { createEngineOperations } from './app/create-operations.ts'
import { createWork } from './app/create-work.ts'
import { createListeners, type Urls } from './app/listeners.ts'
import { loadCatalogue, loadModels } from './app/load-models.ts'
import { loadTools } from './app/load-tools.ts'
import { bringUpToDate, openUpToDate } from './app/open-database.ts'
import { openSchedules } from './app/open-schedules.ts'
import { executes, openServices, type Parts } from './app/open-services.ts'
import { openWebhooks } from './app/open-webhooks.ts'
import type { Overrides } from './app/overrides.ts'
import { createPhase } from './app/phase.ts'
import { createRetention } from './app/retention.ts'
import type { Config } from './config.ts'
import { createLogger } from './create-logger.ts'
import type { Database } from './database/connect.ts'
import type { Operations } from './domain/operations.ts'
import { createRedactor } from './domain/redaction/create-redactor.ts'
import type { Redactor } from './domain/redaction.ts'
import type { RunLog } from './domain/run-log.ts'
import type { Wakeups } from './domain/wakeups.ts'
import type { EngineServices } from './engine/run-context.ts'
import type { Readiness } from './http/readiness.ts'
import { knownSecrets } from './known-secrets.ts'
import { ensureProject } from './store/project-store.ts'
import { createRelicStore } from './store/relic-store.ts'
import type { Retired } from './store/retention.ts'

/** A Rungraph in this process. */
export interface App {
  /** Begins to serve and to execute, as its role says. Errors: PORT_IN_USE. */
  start(): Promise<Urls>
  /** Lets runs reach a checkpoint, gives them back, and closes everything it opened. */
  close(): Promise<Closed>
  readonly operations: Operations
  /** Removes what the settings say is not kept any longer, and counts it; processes that execute runs do so every hour (EVT-7). */
  applyRetention(signal?: AbortSignal): Promise<Retired>
  readonly log: RunLog
  readonly project: Project
}

interface Closed {
  /** How many runs were given back, for others to go on with. */
  readonly handedOver: number
}

interface Project {
  readonly id: string
  readonly slug: string
}

/** Builds everything by hand from the settings: database, engine, server. Nothing runs before `start`. */
export async function createApp(config: Config, overrides: Partial<Overrides> = {}): Promise<App> {
  const closing = createClosing()
  try {
    return await compose(config, overrides, closing)
  } catch (error) {
    await closing.closeAll()
    throw error
  }
}

/** Brings the database of the settings up to date. */
export async function runMigrations(config: Config): Promise<void> {
  const closing = createClosing()
  try {
    const logger = createLogger(config, redactorOf(config))
    const { applied } = await bringUpToDate(config, closing, (line) => logger.info(line))
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  } finally {
    await closing.closeAll()
  }
}

async function compose(config: Config, overrides: Partial<Overrides>, closing: Closing): Promise<App> {
  const redactor = redactorOf(config)
  const logger = createLogger(config, redactor)
  const report = overrides.report ?? ((message, error) => logger.error({ err: error }, message))
  // What the user wrote is checked before anything is opened.
  const loaded = await load(config, overrides, { report, closing })
  const database = await openUpToDate(config, closing, (line) => logger.info(line))
  const warn = (line: string) => logger.warn(line)
  if (database.isPooled && database.directString === database.connectionString) warn(onlyPooled)
  const services = await openServices(
    { config, overrides, database, loaded, redactor, report, warn },
    closing,
  )
  const project = await openProject(config, services, database)
  const webhooks = openWebhooks(config, database.pool, services)
  const schedules = openSchedules(config, database.pool, services)
  const operations: Operations = {
    ...createEngineOperations(services, database),
    ...{ webhooks: webhooks.operations, schedules: schedules.operations },
  }
  const retire = createRetention(services, { config, database })
  const work = executes(config) ? createWork(services, { config, database, retire }) : null
  const phase = createPhase()
  const hints = () => hintsOf(services.wakeups)
  const loops = { ...work?.readiness, ...webhooks.readiness, ...schedules.readiness }
  const readiness = { process: phase.readiness, hints, ...loops }
  const { log, tools, priceOf } = services
  const sources = { project, operations, log, tools, priceOf }
  const listeners = createListeners({ config, sources, database, readiness, report })
  closing.add(() => listeners.closeHealth())
  closing.add(() => listeners.closeApi())
  let handedOver = 0
  const closeWork = async () => {
    handedOver = (await work?.close(graceOf(config))) ?? 0
  }
  closing.add(() => together([listeners.drainApi(), closeWork(), webhooks.close(), schedules.close()]))
  return {
    operations,
    log,
    project,
    applyRetention: retire,
    start: async () => {
      const urls = await listeners.listen()
      await work?.start()
      webhooks.start()
      await schedules.start()
      phase.begin()
      return urls
    },
    close: async () => {
      phase.end()
      await closing.closeAll()
      return { handedOver }
    },
  }
}

async function load(
  config: Config,
  overrides: Partial<Overrides>,
  surroundings: { readonly report: EngineServices['report']; readonly closing: Closing },
): Promise<Parts['loaded']> {
  const catalogue = await loadCatalogue(config)
  return {
    models: overrides.models ?? (await loadModels(config)),
    priceOf: overrides.priceOf ?? catalogue.priceOf,
    factsOf: overrides.factsOf ?? catalogue.factsOf,
    ...(await loadTools(config, overrides, surroundings)),
  }
}

/** The one project that there is until there are keys, with what it has to show. */
async function openProject(config: Config, services: EngineServices, { pool }: Database): Promise<Project> {
  const { newId, models } = services
  const project = await ensureProject(pool, { slug: 'default', name: 'Default', newId })
  if (config.demo) {
    const place = { projectId: project.id, providers: models.providers }
    await installDemoAgents({ ...services, ...place, relics: createRelicStore(pool) })
  }
  return project
}

/** What an operator should know of a pooler that nothing leads past. */
const onlyPooled =
  'DATABASE_URL leads to a connection pooler, and DATABASE_DIRECT_URL is not set: unless it pools by session, set that (docs/deployment.md).'

function hintsOf(wakeups: Wakeups): Readiness {
  if (wakeups.health() === 'live') return { status: 'ready' }
  return { status: 'degraded', reason: 'hints do not travel between processes: readers poll' }
}

/** Four fifths of what the process has: what is left closes in the rest. */
function graceOf({ shutdownGraceMs }: Config): number {
  return shutdownGraceMs * 0.8
}

function redactorOf(config: Config): Redactor {
  return createRedactor({ values: knownSecrets(process.env, config) })
}
