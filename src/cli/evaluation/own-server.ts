import { randomUUID } from 'node:crypto'
import { executesRuns } from '../../app/open-services.ts'
import { composeApp } from '../../app.ts'
import { Client } from '../../client/client.ts'
import type { Admission } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import { operationLimits } from '../../http/limits/operation-limits.ts'
import type { Config } from '../../settings/config.ts'

/**
 * Serves a project of the database of the settings while `work` lasts, without a port: nobody else reaches it. The process executes runs
 * meanwhile; with RUNGRAPH_ROLE=api it leaves them to others. @throws NOT_FOUND, and what `composeApp` does
 */
export async function withOwnServer<Result>(
  config: Config,
  slug: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const token = randomUUID()
  let admission: Admission | null = null
  const app = await composeApp(settingsOf(config), {
    admit: (authorization) => (authorization === `Bearer ${token}` ? admission : null),
    requestBytes: Number.POSITIVE_INFINITY,
  })
  try {
    const project = await app.findProject(slug)
    if (project === null) throw new RungraphError('NOT_FOUND', { kind: 'project', key: slug })
    admission = admissionTo(project)
    await app.start({ listen: false })
    const client = new Client({
      ...{ url: 'http://localhost/graphql', token, transport: 'sse' },
      fetch: (input, init) => app.fetch(new Request(input, init), { remoteAddress: '127.0.0.1' }),
    })
    return await work(client)
  } finally {
    await app.close()
  }
}

/** The limits of the settings are for callers from outside, and its log says only what went wrong. */
function settingsOf(config: Config): Config {
  const logLevel = config.logLevel === 'info' ? 'warn' : config.logLevel
  const role = executesRuns(config) ? 'all' : 'api'
  const callers = { ...config.callers, requestsPerMinute: null }
  return { ...config, role, logLevel, callers, healthPort: null, manifest: null, operations: operationLimits }
}

/** No key vouches for it that may be revoked: who has the settings may do everything. */
function admissionTo(project: Admission['project']): Admission {
  const name = 'command line'
  const caller = { kind: 'KEY', name, role: 'OPERATOR', access: null, expiresAt: null } as const
  return { caller, project, issuer: { kind: 'PERSON', name } }
}
