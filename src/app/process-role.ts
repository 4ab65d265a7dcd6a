import type { Config } from '../config.ts'
import type { ProcessRole } from '../domain/server-facts.ts'

/** Role of the process, as a value of the API. */
export function processRole({ role }: Pick<Config, 'role'>): ProcessRole {
  if (role === 'api') return 'API'
  return role === 'worker' ? 'WORKER' : 'ALL'
}
