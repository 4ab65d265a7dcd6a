import { serverFacts } from '../../src/app/server-facts.ts'
import { readConfig } from '../../src/config.ts'

/** What a server with the default settings tells of itself. */
export const defaultServer = serverFacts(readConfig({}))
