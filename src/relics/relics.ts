import type pg from 'pg'
import type { Clock } from '../domain/clock.ts'
import { isRungraphError, messageOf, RungraphError } from '../domain/errors.ts'
import { formatIssues, issueMessages } from '../domain/format-issue.ts'
import { type Json, toJson } from '../domain/json.ts'
import type { FoundRelic, RelicCall, RelicKind, RelicStore, Relics } from '../domain/relic.ts'
import { foreignVariable, mayReadVariable, variablesOf } from '../domain/relic-settings.ts'
import { rejectOnAbort, startTimeLimit } from '../domain/time-limit.ts'
import { createHttpKind } from './http.ts'
import { createKeyValueKind } from './key-value.ts'
import type { KindOfRelic, Reach } from './relic-kind.ts'
import { createSqlKind } from './sql.ts'
import type { OwnServerRule } from './sql-guard.ts'

export interface RelicsOptions extends Reach {
  readonly store: Pick<RelicStore, 'find' | 'names'>
  /** Rungraph's own database: it holds the entries of KEY_VALUE relics. */
  readonly pool: pg.Pool
  readonly clock: Clock
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
    KEY_VALUE: bind(createKeyValueKind(options), services),
    SQL: bind(createSqlKind(options), services),
    HTTP: bind(createHttpKind(options), services),
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

interface BoundServices {
  readonly clock: Clock
  /** Aborted when everything is closed. */
  readonly closing: AbortSignal
}

function bind<Settings>(kind: KindOfRelic<Settings>, { clock, closing }: BoundServices): BoundKind {
  return {
    operationsOf: ({ name: relic, settings }) => {
      const parsed = kind.settings.safeParse(settings)
      if (!parsed.success) return []
      const { operations } = kind.offer(parsed.data)
      return Object.entries(operations).map(([operation, { description, inputSchema, effect }]) => ({
        ...{ relic, operation, description, inputSchema, effect },
      }))
    },
    perform: async (relic, call) => {
      const settings = readSettings(kind, relic)
      const { operations, timeoutMs, graceMs = 0 } = kind.offer(settings)
      const operation = Object.hasOwn(operations, call.operation) ? operations[call.operation] : undefined
      const subject = { relic: relic.name, operation: call.operation }
      if (!operation)
        throw new RungraphError('RELIC_OPERATION_UNKNOWN', { ...subject, known: Object.keys(operations) })
      const timeUp = new RungraphError('RELIC_TIMEOUT', { ...subject, timeoutMs, effect: operation.effect })
      const signal = AbortSignal.any([call.signal, closing])
      const limit = startTimeLimit({ clock, ms: timeoutMs + graceMs, signal, timeUp: () => timeUp })
      const invalid = (problems: readonly string[]) =>
        new RungraphError('RELIC_PARAMETERS_INVALID', { ...subject, problems })
      const { idempotencyKey } = call
      const given = { relic, settings, idempotencyKey, signal: limit.signal, timeUp, invalid }
      try {
        const work = operation.perform(call.parameters, given)
        // Does not wait for a service that ignores its signal.
        return toJson(await rejectOnAbort(work, limit.signal))
      } catch (error) {
        limit.signal.throwIfAborted()
        if (isRungraphError(error)) throw error
        // The message of the table ends with a full stop of its own.
        const reason = messageOf(error).replace(/\.+$/, '')
        throw new RungraphError('RELIC_FAILED', { relic: relic.name, reason }, error)
      } finally {
        limit.release()
      }
    },
    close: async () => kind.close?.(),
  }
}

/** Variables are checked also in settings that were saved before their project had another slug, or an environment other rules. */
function readSettings<Settings>(
  kind: KindOfRelic<Settings>,
  { name: relic, projectSlug, settings }: FoundRelic,
): Settings {
  const parsed = kind.settings.safeParse(settings, { error: issueMessages })
  if (!parsed.success) {
    const reason = `its stored settings are no longer valid (${formatIssues(parsed.error)}). Save the relic again`
    throw new RungraphError('RELIC_FAILED', { relic, reason })
  }
  const foreign = variablesOf(settings).find(({ name }) => !mayReadVariable(projectSlug, name))
  if (foreign)
    throw new RungraphError('RELIC_FAILED', { relic, reason: foreignVariable(projectSlug, foreign.name) })
  return parsed.data
}
