import type { AppCode } from '../../src/app/app-options.ts'
import { type App, composeApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import type { Place } from './contender.ts'

/** Rungraph with its default settings, except limits that a benchmark would reach. */
export function openRungraph({ connectionString, folder }: Place, overrides: AppCode = {}): Promise<App> {
  const config = readConfig({
    DATABASE_URL: connectionString,
    PORT: '0',
    RUNGRAPH_DATA_DIR: folder,
    RUNGRAPH_DEMO: 'off',
    RUNGRAPH_LOG_LEVEL: 'error',
    RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '1000000',
  })
  return composeApp(config, overrides)
}
