import { forFile } from '../support/for-file.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'
import { clientSettings, describeClient } from './client-operations.ts'
import { kinds } from './example-clients.ts'

/** A server as a user starts it. */
const folder = forFile(await openProcessFolder())
const server = await folder.start('start', clientSettings)

for (const kind of kinds) describeClient(kind, () => server)
