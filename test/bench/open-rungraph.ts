import { type App, createApp, type Overrides, readConfig } from '../../src/index.ts'
import type { Place } from './contender.ts'

/** Rungraph with the settings that it has by itself, but for those that a benchmark would run into. */
export function openRungraph(
  { connectionString, folder }: Place,
  overrides: Partial<Overrides> = {},
): Promise<App> {
  const config = readConfig({
    DATABASE_URL: connectionString,
    PORT: '0',
    RUNGRAPH_DATA_DIR: folder,
    RUNGRAPH_DEMO: 'off',
    RUNGRAPH_LOG_LEVEL: 'error',
    RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '1000000',
  })
  return createApp(config, overrides)
}
