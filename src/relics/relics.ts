import type pg from 'pg'
import type { Clock } from '../domain/clock.ts'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import { formatIssues, issueMessages } from '../domain/format-issue.ts'
import { type Json, toJson } from '../domain/json.ts'
import type {
  FoundRelic,
  RelicCall,
  RelicKind,
  RelicOperation,
  RelicStore,
  Relics,
  StoredRelic,
} from '../domain/relic.ts'
import { foreignVariable, mayReadVariable, variablesOf } from '../domain/relic-settings.ts'
import { rejectOnAbort, startTimeLimit } from '../domain/time-limit.ts'
import type { Environment } from './environment.ts'
import { createHttp } from './http.ts'
import { createKeyValue } from './key-value.ts'
import type { GuardRules, RelicGuard } from './relic-guard.ts'
import type { KindOfRelic } from './relic-kind.ts'
import { createSql } from './sql.ts'
import type { OwnServerRule } from './sql-guard.ts'

export interface RelicsOptions {
  readonly store: Pick<RelicStore, 'find' | 'names'>
  /** Rungraph's own database: it holds the entries of KEY_VALUE relics. */
  readonly pool: pg.Pool
  readonly clock: Clock
  /** Read at each call; settings may name only variables that begin with `RELIC_`. */
  readonly environment: Environment
  /** Keeps relics whose settings have an address away from addresses that are not public (TAS-6). */
  guardOf(rules: GuardRules): RelicGuard
  /** Databases that SQL relics may use on the server of Rungraph's own database. */
  readonly ownServer: OwnServerRule
  /** Variables of the environment whose role SQL relics may use although it reaches the machine of its server. */
  readonly unsafeRoles: readonly string[]
}

/** The relics, and the connections that they hold. */
export interface OpenRelics extends Relics {
  /** Ends every connection; active calls fail. */
  close(): Promise<void>
}

/** Every kind of relic behind one contract (DAG-8). */
export function createRelics(options: RelicsOptions): OpenRelics {
  const closing = new AbortController()
  const services = { clock: options.clock, closing: closing.signal }
  const kinds: Readonly<Record<RelicKind, BoundKind>> = {
    KEY_VALUE: bind(createKeyValue(options), services),
    SQL: bind(createSql(options), services),
    HTTP: bind(createHttp(options), services),
  }
  const operationsOf: Relics['operationsOf'] = (relic) => kinds[relic.kind].operationsOf(relic)
  return {
    operationsOf,
    describe: async (projectId, names) => {
      const relics = await options.store.find(projectId, names)
      return names.flatMap((name) => relics.find((relic) => relic.name === name) ?? []).flatMap(operationsOf)
    },
    perform: async (call) => {
      call.signal.throwIfAborted()
      const [relic] = await options.store.find(call.projectId, [call.relic])
      if (!relic) {
        const known = await options.store.names(call.projectId)
        throw new RungraphError('RELIC_UNKNOWN', { relic: call.relic, known })
      }
      return kinds[relic.kind].perform(relic, call)
    },
    close: async () => {
      closing.abort(new Error('The server is closing.'))
      await Promise.all(Object.values(kinds).map((kind) => kind.close()))
    },
  }
}

/** A kind whose settings are read from the stored row. */
interface BoundKind {
  operationsOf: Relics['operationsOf']
  perform(relic: FoundRelic, call: RelicCall): Promise<Json>
  close(): Promise<void>
}

interface Services {
  readonly clock: Clock
  /** Aborted when everything is closed. */
  readonly closing: AbortSignal
}

function bind<Settings>(kind: KindOfRelic<Settings>, { clock, closing }: Services): BoundKind {
  return {
    operationsOf: ({ name, settings }) => {
      const parsed = kind.settings.safeParse(settings)
      if (!parsed.success) return []
      return Object.entries(kind.operations(parsed.data)).map(
        ([operation, { description, inputSchema, effect }]): RelicOperation => ({
          relic: name,
          operation,
          description,
          inputSchema,
          effect: effect(parsed.data),
        }),
      )
    },
    perform: async (relic, call) => {
      const settings = readSettings(kind, relic)
      checkVariables(relic)
      const operations = kind.operations(settings)
      const operation = Object.hasOwn(operations, call.operation) ? operations[call.operation] : undefined
      const subject = { relic: relic.name, operation: call.operation }
      if (!operation)
        throw new RungraphError('RELIC_OPERATION_UNKNOWN', { ...subject, known: Object.keys(operations) })
      const checked = operation.check(call.parameters)
      if (!checked.ok)
        throw new RungraphError('RELIC_PARAMETERS_INVALID', { ...subject, problems: checked.problems })
      const timeoutMs = kind.timeoutMs(settings)
      const timeUp = new RungraphError('RELIC_TIMEOUT', {
        ...subject,
        timeoutMs,
        effect: operation.effect(settings),
      })
      const { idempotencyKey } = call
      const work = (signal: AbortSignal) =>
        checked.perform({ relic, settings, idempotencyKey, signal, timeUp })
      const waitMs = timeoutMs + kind.graceMs
      const signal = AbortSignal.any([call.signal, closing])
      return withinLimit({ clock, signal, waitMs, timeUp, relic: relic.name }, work)
    },
    close: () => kind.close(),
  }
}

function readSettings<Settings>(kind: KindOfRelic<Settings>, relic: StoredRelic): Settings {
  const parsed = kind.settings.safeParse(relic.settings, { error: issueMessages })
  if (parsed.success) return parsed.data
  const reason = `its stored settings are no longer valid (${formatIssues(parsed.error)}). Save the relic again`
  throw new RungraphError('RELIC_FAILED', { relic: relic.name, reason })
}

/** Also of settings that were saved before their project had another slug, or an environment other rules. */
function checkVariables({ name: relic, projectSlug, settings }: FoundRelic): void {
  const foreign = variablesOf(settings).find(({ name }) => !mayReadVariable(projectSlug, name))
  if (foreign)
    throw new RungraphError('RELIC_FAILED', { relic, reason: foreignVariable(projectSlug, foreign.name) })
}

interface Bound {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly waitMs: number
  readonly timeUp: RungraphError
  readonly relic: string
}

/** Does not wait for a service that ignores its signal. */
async function withinLimit(
  { clock, signal, waitMs, timeUp, relic }: Bound,
  work: (signal: AbortSignal) => Promise<unknown>,
): Promise<Json> {
  const limit = startTimeLimit({ clock, ms: waitMs, signal, timeUp: () => timeUp })
  try {
    return toJson(await rejectOnAbort(work(limit.signal), limit.signal))
  } catch (error) {
    limit.signal.throwIfAborted()
    if (isRungraphError(error)) throw error
    throw new RungraphError('RELIC_FAILED', { relic, reason: sentence(messageOf(error)) }, error)
  } finally {
    limit.release()
  }
}

/** The message of the table ends it with a full stop of its own. */
function sentence(reason: string): string {
  return reason.replace(/\.+$/, '')
}
