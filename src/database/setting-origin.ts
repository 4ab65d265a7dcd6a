import type pg from 'pg'

/** A setting of a session, and where it has it from. */
export interface SettingOrigin {
  readonly name: string
  readonly value: string
  /** As `pg_settings.source` names it. */
  readonly source: string
  /** Quoted, as for a statement. */
  readonly database: string
  readonly role: string
}

/** The settings of these names, as the session has them. The letters of a name may be of either case. */
export async function readOrigins(
  client: Pick<pg.ClientBase, 'query'>,
  names: readonly string[],
): Promise<readonly SettingOrigin[]> {
  const { rows } = await client.query<SettingOrigin>(statement, [names])
  return rows
}

const statement = `
select name, current_setting(name) as value, source, quote_ident(current_database()) as database, quote_ident(session_user) as role
from pg_settings where lower(name) = any(select lower(n) from unnest($1::text[]) n) order by name`

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
