import { serverFacts } from '../../src/app/create-api.ts'
import { readConfig } from '../../src/settings/config.ts'

/** Facts that a server with the default settings reports about itself. */
export const defaultServer = serverFacts(readConfig({}))
