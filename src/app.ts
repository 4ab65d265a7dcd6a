import { randomInt } from 'node:crypto'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import { v7 as uuidv7 } from 'uuid'
import { installDemoAgents } from './agents/install-demo-agents.ts'
import type { Config, ProviderAccess } from './config.ts'
import { createLogger } from './create-logger.ts'
import { type Database, openDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { type PrivatePostgres, startPrivatePostgres } from './database/private-postgres.ts'
import { installBossDispatch, openBossDispatch } from './dispatch/boss-dispatch.ts'
import { type Clock, systemClock } from './domain/clock.ts'
import type { ModelProvider, Models } from './domain/model.ts'
import type { Operations } from './domain/operations.ts'
import type { CanExecuteTool } from './domain/permission.ts'
import { createRedactor } from './domain/redaction/create-redactor.ts'
import type { Redactor, Vault } from './domain/redaction.ts'
import type { RunLog } from './domain/run-log.ts'
import { createCoolDowns } from './engine/cool-downs.ts'
import { createGateKeeper } from './engine/gates/gate-keeper.ts'
import { createHistoryOperations } from './engine/history-operations.ts'
import { createOperations } from './engine/operations.ts'
import { createPolicyOperations } from './engine/policy-operations.ts'
import type { EngineServices } from './engine/run-context.ts'
import { createRelicAdministration } from './engine/save-relic.ts'
import { createSessionOperations } from './engine/session-operations.ts'
import { createSweep } from './engine/sweep.ts'
import { createWorker } from './engine/worker.ts'
import { createWorkflowOperations } from './engine/workflow-operations.ts'
import { createServer } from './http/server.ts'
import { knownSecrets } from './known-secrets.ts'
import { createPostgresWakeups } from './live/postgres-wakeups.ts'
import { demoScripts } from './models/demo-scripts.ts'
import { type Catalogue, createCatalogue } from './models/model-catalogue.ts'
import { readModelOverrides } from './models/model-catalogue-file.ts'
import { createModels } from './models/registry.ts'
import { createScripted } from './models/scripted.ts'
import { createMonitor } from './monitor/monitor.ts'
import { openSchedules } from './open-schedules.ts'
import { openWebhooks } from './open-webhooks.ts'
import { createRelics, type OpenRelics } from './relics/relics.ts'
import { createActionCache } from './store/action-cache.ts'
import { createAgentStore } from './store/agent-store.ts'
import { createBudgets } from './store/budget-store.ts'
import { createWatchStore } from './store/monitor-store.ts'
import { createPolicyStore } from './store/policy-store.ts'
import { ensureProject } from './store/project-store.ts'
import { createRelicStore } from './store/relic-store.ts'
import { createRunLog } from './store/run-log.ts'
import { createRunStore } from './store/run-store.ts'
import { createVault } from './store/vault.ts'
import { readVaultKey } from './store/vault-key.ts'
import { holdPresence } from './store/worker-presence.ts'
import { createWorkflowStore } from './store/workflow-store.ts'
import { createAddressGuard } from './tools/address-guard.ts'
import { demoTools } from './tools/demo-tools.ts'
import { jsonSchemas } from './tools/json-schema-check.ts'
import { openOutsideTools } from './tools/outside-tools.ts'
import { builtInTools, createTools } from './tools/tool-registry.ts'
import { loadUserModule } from './tools/user-module.ts'

/** A Rungraph in this process. */
export interface App {
  /** Begins to serve and to execute, as its role says; `url` is where it serves. */
  start(): Promise<{ readonly url: string | null }>
  /** Lets runs reach a checkpoint, gives them back, and closes everything it opened. */
  close(): Promise<void>
  readonly operations: Operations
  readonly log: RunLog
  readonly project: { readonly id: string; readonly slug: string }
}

/** What an embedder or a test may replace (LOOP-9). */
export type Overrides = Pick<
  EngineServices,
  | 'clock'
  | 'newId'
  | 'random'
  | 'models'
  | 'tools'
  | 'canExecuteTool'
  | 'guards'
  | 'priceOf'
  | 'factsOf'
  | 'report'
>

/** How long a claim on a run lasts without a write or a renewal. A dead process is found sooner, by its lock. */
const leaseMs = 10_000
/** The words of a scripted demonstration come this far apart. */
const demoPaceMs = 25
/** The quickest tool of a demonstration takes so long. */
const demoToolPaceMs = 600

/** Builds everything by hand from the settings: database, engine, server. Nothing runs before `start`. */
export async function createApp(config: Config, overrides: Partial<Overrides> = {}): Promise<App> {
  const closing: (() => Promise<void>)[] = []
  const close = () => closeAll(closing)
  try {
    return await compose(config, overrides, closing, close)
  } catch (error) {
    await close()
    throw error
  }
}

/** Brings the database of the settings up to date. */
export async function runMigrations(config: Config): Promise<void> {
  const closing: (() => Promise<void>)[] = []
  try {
    const log = loggerOf(config)
    const connectionString = await connectionStringOf(config, closing, (line) => log.info(line))
    const { applied } = await migrate({ connectionString, log: (line) => log.info(line) })
    await installDispatch(connectionString)
    console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  } finally {
    await closeAll(closing)
  }
}

async function installDispatch(connectionString: string): Promise<void> {
  const database = await openDatabase(connectionString)
  try {
    await installBossDispatch(database.pool)
  } finally {
    await database.close()
  }
}

async function compose(
  config: Config,
  overrides: Partial<Overrides>,
  closing: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<App> {
  const redactor = redactorOf(config)
  const logger = createLogger(config, redactor)
  const report = overrides.report ?? ((message, error) => logger.error({ err: error }, message))
  // What the user wrote is checked before anything is opened.
  const inCode = await loadInCode(config, overrides, { report, closing })
  const { tools } = inCode
  const catalogue = await loadCatalogue(config)
  const connectionString = await connectionStringOf(config, closing, (line) => logger.info(line))
  await migrate({ connectionString, log: (line) => logger.info(line) })
  const database = await openDatabase(connectionString)
  closing.push(() => database.close())
  await installBossDispatch(database.pool)
  const services = await openServices(
    { config, overrides, database, inCode, catalogue, redactor, report },
    closing,
  )
  const project = await ensureProject(database.pool, {
    slug: 'default',
    name: 'Default',
    newId: services.newId,
  })
  if (config.demo) {
    await installDemoAgents({
      ...services,
      ...{ relics: createRelicStore(database.pool), tools },
      ...{ projectId: project.id, providers: services.models.providers },
    })
  }
  const webhooks = openWebhooks(config, database.pool, services)
  const schedules = openSchedules(config, database.pool, services)
  const operations = {
    ...operationsOf(services),
    webhooks: webhooks.operations,
    schedules: schedules.operations,
    relics: createRelicAdministration({
      ...{ relics: services.relics, newId: services.newId },
      store: createRelicStore(database.pool),
    }),
  }
  const worker =
    config.role === 'api' ? null : createWorker({ services, concurrency: config.concurrency, leaseMs })
  const keeper = config.role === 'api' ? null : createGateKeeper(services)
  const sweep = config.role === 'api' ? null : createSweep(services)
  const monitor =
    config.role === 'api' || !config.monitor
      ? null
      : createMonitor({ ...services, store: createWatchStore(database.pool) })
  const server =
    config.role === 'worker'
      ? null
      : createServer({
          host: config.host,
          port: config.port,
          project,
          prisma: database.prisma,
          operations,
          log: services.log,
          priceOf: services.priceOf,
          tools,
          report,
        })
  closing.push(async () => {
    await server?.close()
    await monitor?.close()
    await sweep?.close()
    await keeper?.close()
    await Promise.all([schedules.close(), webhooks.close()])
    await worker?.close(graceOf(config))
  })
  return {
    operations,
    log: services.log,
    project,
    close,
    start: async () => {
      const listening = await server?.listen()
      worker?.start()
      sweep?.start()
      monitor?.start()
      webhooks.start()
      await keeper?.start()
      await schedules.start()
      return { url: listening?.url ?? null }
    },
  }
}

function operationsOf(services: EngineServices): Operations {
  return {
    ...createOperations(services),
    sessions: createSessionOperations(services),
    policies: createPolicyOperations(services),
    workflows: createWorkflowOperations(services),
    history: createHistoryOperations(services),
  }
}

interface Parts {
  readonly config: Config
  readonly overrides: Partial<Overrides>
  readonly database: Database
  readonly inCode: InCode
  readonly catalogue: Catalogue
  readonly redactor: Redactor
  readonly report: (message: string, error?: unknown) => void
}

async function openServices(parts: Parts, closing: (() => Promise<void>)[]): Promise<EngineServices> {
  const { config, overrides, database, inCode, catalogue, redactor, report } = parts
  const { pool, connectionString } = database
  const clock = overrides.clock ?? systemClock
  const newId = overrides.newId ?? uuidv7
  const owner = { name: `${hostname()}:${process.pid}`, key: randomInt(1, 2 ** 31 - 1) }
  const wakeups = await createPostgresWakeups({ connectionString, log: report })
  closing.push(() => wakeups.close())
  const presence = await holdPresence({ connectionString, key: owner.key, log: report })
  closing.push(() => presence.close())
  const dispatch = await openBossDispatch({ pool, report, isKeeper: config.role !== 'api' })
  closing.push(() => dispatch.close())
  const log = createRunLog({ pool, wakeups, dispatch, leaseMs, now: clock.now, report })
  closing.push(() => log.settled())
  const relics = openRelics(config, database, clock)
  closing.push(() => relics.close())
  return {
    clock,
    newId,
    random: overrides.random ?? Math.random,
    models: overrides.models ?? (await loadModels(config)),
    ...inCode,
    schemas: jsonSchemas,
    coolDowns: createCoolDowns(clock),
    priceOf: overrides.priceOf ?? catalogue.priceOf,
    factsOf: overrides.factsOf ?? catalogue.factsOf,
    log,
    runs: createRunStore({ pool, wakeups, dispatch, owner, leaseMs, newId }),
    budgets: createBudgets(pool),
    policies: createPolicyStore(pool),
    workflows: createWorkflowStore(pool),
    relics,
    actionCache: createActionCache(pool),
    guards: overrides.guards ?? [],
    agents: createAgentStore(pool),
    wakeups,
    dispatch,
    redactor,
    vault: await openVault(config),
    report,
  }
}

function openRelics({ http, ownDatabaseForRelics }: Config, { pool }: Database, clock: Clock): OpenRelics {
  return createRelics({
    store: createRelicStore(pool),
    pool,
    clock,
    environment: process.env,
    guardOf: ({ allowPrivate }) =>
      createAddressGuard({ allow: http.allow, allowPrivate: allowPrivate ? http.private : [] }),
    allowOwnDatabase: ownDatabaseForRelics,
  })
}

async function connectionStringOf(
  { database }: Config,
  closing: (() => Promise<void>)[],
  log: (line: string) => void,
): Promise<string> {
  if ('url' in database) return database.url
  const server: PrivatePostgres = await startPrivatePostgres({ dataDir: database.dataDir, log })
  closing.push(() => server.close())
  return server.connectionString
}

/** What is there in code: the tools, and what decides about their calls. */
type InCode = Pick<EngineServices, 'tools' | 'canExecuteTool'>

/** An override stands in for what the user's module has, and for the servers and APIs of the settings. */
async function loadInCode(
  { tools: path, mcp, openapi, http, demo }: Config,
  overrides: Partial<Overrides>,
  { report, closing }: Pick<Parts, 'report'> & { readonly closing: (() => Promise<void>)[] },
): Promise<InCode> {
  const module = path === null ? null : await loadUserModule(path)
  const canExecuteTool: CanExecuteTool | null = overrides.canExecuteTool ?? module?.canExecuteTool ?? null
  const hook = canExecuteTool ? { canExecuteTool } : {}
  if (overrides.tools) return { tools: overrides.tools, ...hook }
  const rules = { allow: http.allow, allowPrivate: http.private }
  const outside = await openOutsideTools({
    mcp,
    openapi,
    env: process.env,
    rules,
    clock: systemClock,
    report,
  })
  closing.push(() => outside.close())
  const builtIn = [
    ...builtInTools({ now: systemClock.now, http: rules }),
    ...(demo ? demoTools({ paceMs: demoToolPaceMs }) : []),
  ]
  const tools = createTools({ builtIn, module: module?.tools ?? [], sources: outside.sources })
  await outside.start()
  return { tools, ...hook }
}

async function loadCatalogue({ models }: Config): Promise<Catalogue> {
  return createCatalogue({ overrides: models === null ? null : await readModelOverrides(models) })
}

/** Providers that are set up; the SDK of one that is not is never loaded. */
async function loadModels({ providers }: Config): Promise<Models> {
  const { openai, anthropic, google, vertex, 'openai-chat': chat } = providers
  return createModels([
    createScripted({ scripts: demoScripts, paceMs: demoPaceMs }),
    ...(openai ? profiles(openai, (await import('./models/openai.ts')).createOpenAi) : []),
    ...(chat ? chatProfiles(chat, (await import('./models/openai-chat.ts')).createOpenAiChat) : []),
    ...(anthropic ? profiles(anthropic, (await import('./models/anthropic.ts')).createAnthropic) : []),
    ...(google ? profiles(google, (await import('./models/google.ts')).createGoogle) : []),
    ...(vertex ? [(await import('./models/google.ts')).createVertex(vertex)] : []),
  ])
}

/** A provider once for each of its keys, in their order (MOD-5). */
function profiles(
  { apiKeys, ...server }: ProviderAccess,
  create: (server: { apiKey: string; baseUrl?: string }) => ModelProvider,
): readonly ModelProvider[] {
  return apiKeys.map((apiKey) => create({ ...server, apiKey }))
}

/** A compatible server may want no key. */
function chatProfiles(
  access: ProviderAccess,
  create: (server: { apiKey: string | null; baseUrl?: string }) => ModelProvider,
): readonly ModelProvider[] {
  const { apiKeys, ...server } = access
  return apiKeys.length === 0 ? [create({ ...server, apiKey: null })] : profiles(access, create)
}

/** Four fifths of what the process has: what is left closes in the rest. */
function graceOf({ shutdownGraceMs }: Config): number {
  return shutdownGraceMs * 0.8
}

function redactorOf(config: Config): Redactor {
  return createRedactor({ values: knownSecrets(process.env, config) })
}

function loggerOf(config: Config): Logger {
  return createLogger(config, redactorOf(config))
}

async function openVault({ database, encryptionKey }: Config): Promise<Vault | null> {
  const dataDir = 'dataDir' in database ? database.dataDir : null
  const key = await readVaultKey({ dataDir, configured: encryptionKey })
  return key && createVault(key)
}

/** Closes in reverse order of opening; one that fails does not keep the others open. */
async function closeAll(closing: (() => Promise<void>)[]): Promise<void> {
  const faults: unknown[] = []
  for (const closeOne of closing.splice(0).reverse())
    await closeOne().catch((error: unknown) => faults.push(error))
  if (faults.length > 0) throw new AggregateError(faults, 'Not everything could be closed.')
}
