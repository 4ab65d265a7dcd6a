import { probeDatabase } from '../http/health/readiness.ts'
import { checkFree } from '../http/listen.ts'
import type { Config } from '../settings/config.ts'
import { createReads } from '../store/read/create-reads.ts'
import type { ApiOptions } from './create-api.ts'
import { checkHost } from './open-keys.ts'

/** Addresses of a process; `null`: none. */
export interface Urls {
  /** Address of the API. */
  readonly url: string | null
  /** A second address for health and metrics. */
  readonly healthUrl: string | null
}

/** Says which port of the settings is taken. @throws PORT_IN_USE, HOST_UNUSABLE */
export async function checkPorts({ role, host, port, healthPort }: Config): Promise<void> {
  if (role !== 'worker') await checkFree({ host, port })
  if (healthPort !== null) await checkFree({ host, port: healthPort, setting: healthSetting })
}

const healthSetting = 'RUNGRAPH_HEALTH_PORT'

/** Begins to load what `createListeners` needs. If that fails, it fails there. */
export function loadListeners({ role }: Config): void {
  if (role !== 'worker') import('./create-api.ts').catch(() => undefined)
}

/** Listeners of a process: the API if its role serves, and health on a port of its own if one is set. */
export async function createListeners(options: ApiOptions) {
  const isServing = options.config.role !== 'worker'
  const api = isServing ? (await import('./create-api.ts')).createApi(options) : null
  const health = await createHealth(options)
  return {
    /** @throws PORT_IN_USE, LOOPBACK_ONLY */
    listen: async (): Promise<Urls> => {
      if (api || health) await checkHost(options.config.host, options.authenticator)
      const healthUrl = (await health?.listen())?.url ?? null
      return { url: (await api?.listen())?.url ?? null, healthUrl }
    },
    /** The API without a port; `null`: the role of the process serves none. */
    mounted: api?.mounted ?? null,
    /** Sends callers away; it still answers, that it takes nothing new. */
    drainApi: async () => api?.drain(),
    closeApi: async () => api?.close(),
    /** To be closed after everything else in the process, so that probes see the process drain until then. */
    closeHealth: async () => health?.close(),
  }
}

async function createHealth({ config, database, readiness, metrics: { renderMetrics } }: ApiOptions) {
  const { host, healthPort: port, idleConnectionMs } = config
  if (port === null) return null
  const { createHealthServer } = await import('../http/health/health-server.ts')
  const checks = { database: () => probeDatabase(createReads(database)), ...readiness }
  return createHealthServer({
    host,
    port,
    setting: healthSetting,
    readiness: checks,
    metrics: renderMetrics,
    idleConnectionMs,
  })
}
