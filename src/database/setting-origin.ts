import pg from 'pg'
import { z } from 'zod'
import { askUnhurried, liftedLimits } from './ask-unhurried.ts'

/** A setting of a session, and where it has it from. */
const originSchema = z.object({
  name: z.string(),
  value: z.string(),
  /** As `pg_settings.source` names it. */
  source: z.string(),
  /** Quoted, as for a statement. */
  database: z.string(),
  role: z.string(),
})

export type SettingOrigin = z.infer<typeof originSchema>

/** The settings of these names, as the session has them. The letters of a name may be of either case. */
export async function readOrigins(
  client: Pick<pg.ClientBase, 'query'>,
  names: readonly string[],
): Promise<readonly SettingOrigin[]> {
  return z.array(originSchema).parse(await askUnhurried(client, statementFor(names)))
}

/** The limits that are lifted meanwhile have values of the transaction: theirs are found where sessions get them from. */
function statementFor(names: readonly string[]): string {
  return `
select name, case when is_lifted then reset_val || unit else current_setting(name) end as value,
  case when is_lifted then coalesce((${storedSource}), 'configuration file') else source end as source,
  quote_ident(current_database()) as database, quote_ident(session_user) as role
from (select *, lower(name) in (${quoted(liftedLimits)}) as is_lifted from pg_settings) setting
where lower(name) in (${quoted(names.map((name) => name.toLowerCase()))}) order by name`
}

const storedSource = `
  select case when s.setrole = 0 then 'database' when s.setdatabase = 0 then 'user' else 'database user' end
  from pg_db_role_setting s left join pg_database d on d.oid = s.setdatabase left join pg_roles r on r.oid = s.setrole
  where (s.setdatabase = 0 or d.datname = current_database()) and (s.setrole = 0 or r.rolname = session_user)
    and exists (select from unnest(s.setconfig) c where starts_with(c, setting.name || '='))
  order by s.setrole <> 0 desc, s.setdatabase <> 0 desc limit 1`

function quoted(names: readonly string[]): string {
  return names.map((name) => pg.escapeLiteral(name)).join(', ')
}

/**
 * What gives new sessions another value, as a sentence. A setting of a role in a database prevails over one of the role, that over one of
 * the database, and that over the configuration of the server.
 */
export function remedyFor({ name, source, database, role }: SettingOrigin, value: string): string {
  switch (source) {
    case 'session':
    case 'client':
    case 'override':
      return `A pooler or the options of the connection set it: set ${name} to '${value}' there.`
    case 'user':
      return alter(`ROLE ${role}`)
    case 'database user':
      return alter(`ROLE ${role} IN DATABASE ${database}`)
    default:
      return alter(`DATABASE ${database}`)
  }

  function alter(target: string): string {
    return `As an administrator: ALTER ${target} SET ${name} = '${value}';`
  }
}
