import { serverFacts } from '../../src/app/server-facts.ts'
import { readConfig } from '../../src/settings/config.ts'

/** Facts that a server with the default settings reports about itself. */
export const defaultServer = serverFacts(readConfig({}))
