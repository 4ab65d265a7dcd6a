import pg from 'pg'
import { z } from 'zod'
import { RungraphError } from '../domain/errors.ts'
import { askUnhurried, liftedLimits } from './ask-unhurried.ts'
import { type SessionSetting, settingsOfLongWork, settingsOfServing } from './session-settings.ts'
import { readOrigins, remedyFor } from './setting-origin.ts'

/** What a session is for: `serving` has time limits, `longWork` has none. */
export type SessionUse = 'serving' | 'longWork'

/** A session as it was found. */
export interface PreparedSession {
  /** It is one of a pooler, which lends it to others between two transactions: nothing was set in it. */
  readonly isPooled: boolean
  /** It takes no writes: the server is a standby, or `default_transaction_read_only` is on. */
  readonly isReadOnly: boolean
  /** The server is a standby: a lock that is taken there is none of the primary. */
  readonly isStandby: boolean
}

/** Prepares a session that stays open and waits: it holds a lock, or listens. */
export function prepareStanding(client: pg.ClientBase): Promise<PreparedSession> {
  return prepareSession(client, 'longWork')
}

const settingsOf: Readonly<Record<SessionUse, readonly SessionSetting[]>> = {
  serving: settingsOfServing,
  longWork: settingsOfLongWork,
}

/**
 * Gives a new session the settings that the engine relies on, in one round trip, and keeps those that are right as they are: otherwise a
 * reload of the server's configuration would change them in the open session. A session of a pooler is left as it is: a setting would stay
 * for the next client that gets it. @throws DATABASE_SETTING_UNUSABLE where it has a setting that the engine cannot work with
 */
export async function prepareSession(client: pg.ClientBase, use: SessionUse): Promise<PreparedSession> {
  const processId = 'processID' in client ? client.processID : null
  const settings = settingsOf[use]
  const row = await prepare(client, settings, processId).catch(async (error: unknown) => {
    if (!isRefused(error)) throw error
    // What the role may not change is named, with what it is.
    const found = await prepare(client, settings, null)
    return { ...found, isDirect: true }
  })
  if (row.unusable.length > 0) throw await settingsError(client, settings, row)
  const { isDirect, isReadOnly, isStandby } = row
  return { isPooled: !isDirect, isReadOnly, isStandby }
}

/** A row of the statement. `isDirect`: the session is that of the connection alone. `unusable`: settings that were not changed. */
const rowSchema = z.object({
  isDirect: z.boolean(),
  isReadOnly: z.boolean(),
  isStandby: z.boolean(),
  unusable: z.array(z.string()),
})

type PreparedRow = z.infer<typeof rowSchema>

async function prepare(
  client: pg.ClientBase,
  settings: readonly SessionSetting[],
  processId: unknown,
): Promise<PreparedRow> {
  const [row] = await askUnhurried(client, statementFor(settings, processId))
  return rowSchema.parse(row)
}

/** Whether the role may not set a setting (`insufficient_privilege`, `cant_change_runtime_param`). */
function isRefused(error: unknown): boolean {
  return isOfState(error, '42501') || isOfState(error, '55P02')
}

function isOfState(error: unknown, state: string): boolean {
  return error instanceof pg.DatabaseError && error.code === state
}

/**
 * `processId` is that of the server as the client received it: a pooler makes one up. A setting that this version of the server does not
 * have is left out. Of a search path counts where it leads to: `"$user", public` is `public` for most roles. Of the limits that are lifted
 * meanwhile counts the value that the session began with. The count of the settings that are kept is read so that they are set.
 */
function statementFor(settings: readonly SessionSetting[], processId: unknown): string {
  return `
with session as materialized (select coalesce(pg_backend_pid() = ${typeof processId === 'number' ? processId : 'null'}, false) as "isDirect"),
known as materialized (select lower(name) as name, setting, reset_val, unit, context from pg_settings),
lifted as materialized (
  select name, case reset_val when '0' then '0' else reset_val || unit end as found from known
  where name in (${liftedLimits.map((name) => `'${name}'`).join(', ')})
),
setting as materialized (
  select s.*, case
    when s.name = 'search_path' and current_schema() = 'public' then 'public'
    else coalesce((select l.found from lifted l where l.name = s.name), current_setting(s.name, true))
  end as found
  from json_to_recordset(${pg.escapeLiteral(JSON.stringify(settings))}) as s (name text, accepts text, value text, least int, "isHarmlessPooled" bool)
),
duration as materialized (
  select name, extract(epoch from found::interval) * 1000 as ms from setting where accepts is null
),
target as materialized (
  select s.name, coalesce(s."isHarmlessPooled", false) or (s.accepts is null and not d.ms between 1 and s.least) as "isHarmlessPooled",
    case when s.accepts is not null then s.value when d.ms between 1 and s.least then s.least::text else s.value end as value
  from setting s left join duration d using (name)
  where s.found is not null
    and case when s.accepts is not null then s.found !~ s.accepts else d.ms not between s.least and s.value::int end
),
kept as materialized (
  select set_config(name, coalesce((select l.found from lifted l where l.name = k.name), k.setting), false)
  from known k join setting s using (name), session
  where "isDirect" and k.context = 'user' and name not in (select t.name from target t)
),
done as materialized (
  select t.name, case when "isDirect" then set_config(t.name, t.value, false) end as applied, t."isHarmlessPooled" from target t, session
)
select "isDirect", current_setting('transaction_read_only')::bool as "isReadOnly", pg_is_in_recovery() as "isStandby",
  (select coalesce(json_agg(name order by name), '[]') from done where applied is null and not "isHarmlessPooled") as unusable,
  (select count(*)::int from kept) as kept
from session`
}

/** The error that names each unusable setting, its value, and the statement that changes it where it was set. */
async function settingsError(
  client: pg.ClientBase,
  settings: readonly SessionSetting[],
  { unusable, isDirect }: PreparedRow,
): Promise<RungraphError> {
  const origins = await readOrigins(client, unusable)
  const restart = isDirect ? '' : ' Then restart the pooler: its sessions keep the value.'
  return new RungraphError('DATABASE_SETTING_UNUSABLE', {
    settings: origins.map((origin) => {
      const { name, value } = origin
      const known = settings.find((setting) => setting.name === name.toLowerCase())
      const wanted = String(known?.least ?? known?.value ?? '')
      return { name, value, reason: known?.reason ?? '', remedy: `${remedyFor(origin, wanted)}${restart}` }
    }),
  })
}
