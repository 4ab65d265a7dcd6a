import { afterAll, beforeAll } from 'vitest'
import { openProcessFolder, type ProcessFolder, type RungraphProcess } from '../support/rungraph-process.ts'
import { clientSettings, describeClient } from './client-operations.ts'
import { kinds } from './example-clients.ts'

let folder: ProcessFolder
let server: RungraphProcess

/** A server as a user starts it. */
beforeAll(async () => {
  folder = await openProcessFolder()
  server = await folder.start('start', clientSettings)
}, 120_000)
afterAll(() => folder.close())

for (const kind of kinds) describeClient(kind, () => server)
