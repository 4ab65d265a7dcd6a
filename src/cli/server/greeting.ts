import type { App } from '../../app.ts'
import type { Config } from '../../settings/config.ts'

/** Message of the server when it is ready. */
export function greeting(
  config: Config,
  { url, healthUrl, isOpen }: Awaited<ReturnType<App['start']>>,
): string {
  const lines = [
    url === null ? 'Rungraph executes runs.' : `Rungraph is ready: ${new URL('/graphql', url)}`,
    ...(url === null || config.manifest?.isOnly ? [] : [`  console    ${url}/`]),
    `  database   ${databaseName(config)}`,
    ...(config.redisUrl === null ? [] : [`  wake-ups   Redis at ${new URL(config.redisUrl).host}`]),
    ...(healthUrl === null ? [] : [`  health     ${new URL('/health/ready', healthUrl)}`]),
    ...(url === null ? [] : [`  callers    ${isOpen ? everyoneHere : holdersOf(config)}`]),
    `  providers  ${['scripted', ...providerNames(config)].join(', ')}`,
    ...(config.role === 'api' && !isInCluster()
      ? ['  runs       wait for a worker: npx rungraph worker']
      : []),
    ...config.notes.map((note) => `  note       ${note}`),
  ]
  return lines.join('\n')
}

const everyoneHere = 'everyone on this machine, because no API key exists: project default'

function holdersOf({ identityProvider }: Config): string {
  return identityProvider === null
    ? 'holders of an API key'
    : `holders of an API key, and people who sign in with ${identityProvider.issuer}`
}

/** `npm run cluster` starts the workers itself. */
function isInCluster(): boolean {
  return process.env.npm_lifecycle_event === 'cluster'
}

/** Message of the server when it has stopped. */
export function farewell({ role }: Config, requeued: number): string {
  if (role === 'api') return 'Stopped.'
  if (requeued === 0) return 'Stopped. No run had to be requeued.'
  const runs =
    requeued === 1 ? '1 run was handed over: it goes' : `${requeued} runs were handed over: they go`
  return `Stopped. ${runs} on in another process, or at the next start.`
}

function databaseName({ database }: Config): string {
  if ('dataDir' in database) return `private PostgreSQL in ${database.dataDir}`
  const { host, pathname } = new URL(database.url)
  return `PostgreSQL at ${host}${pathname}`
}

function providerNames({ providers }: Config): readonly string[] {
  return Object.entries(providers).flatMap(([name, access]) => (access === null ? [] : [name]))
}
