import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { dataDirAt, readPassword } from '../../src/database/data-dir.ts'
import { readPostmasterFile } from '../../src/database/postmaster-file.ts'
import { startServer, stopServer } from '../../src/database/start-server.ts'

/** The least that answers from a private PostgreSQL: starts its server, serves HTTP, asks it. Arguments: data folder, port. */
const [folder = '', port = ''] = process.argv.slice(2)
const dir = dataDirAt(folder)
const starting = startServer(dir, () => undefined)
let ending: Promise<void> | undefined
// A terminal gives Ctrl-C to this process, too, before its parent ends it.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    ending ??= end()
  })

await starting
const file = await readPostmasterFile(dir)
const password = encodeURIComponent(await readPassword(dir))
const pool = new pg.Pool({
  connectionString: `postgresql://rungraph:${password}@127.0.0.1:${file?.port}/rungraph`,
})
// The server closes the connections when it stops.
pool.on('error', () => undefined)
createServer(async (_request, response) => {
  const { rows } = await pool.query('select 1 as one')
  response.end(JSON.stringify(rows))
}).listen(Number(port), '127.0.0.1')

/** Nothing of the server is left when this process ends: its folder may then be removed. */
async function end(): Promise<void> {
  await starting.catch(() => undefined)
  await stopServer(dir)
  const givesUpAt = Date.now() + 10_000
  while ((await readPostmasterFile(dir)) !== undefined && Date.now() < givesUpAt) await delay(20)
  process.exit()
}
