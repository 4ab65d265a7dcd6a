import { createServer } from 'node:http'
import pg from 'pg'
import { dataDirAt, readPassword } from '../../src/database/data-dir.ts'
import { readPostmasterFile } from '../../src/database/postmaster-file.ts'
import { startServer } from '../../src/database/start-server.ts'
import { stopServer } from '../../src/database/stop-server.ts'

/** The least that answers from a private PostgreSQL: starts its server, serves HTTP, asks it. Arguments: data folder, port. */
const [folder = '', port = ''] = process.argv.slice(2)
const dir = dataDirAt(folder)
await startServer(dir, () => undefined)
const file = await readPostmasterFile(dir)
const password = encodeURIComponent(await readPassword(dir))
const pool = new pg.Pool({
  connectionString: `postgresql://rungraph:${password}@127.0.0.1:${file?.port}/rungraph`,
})
createServer(async (_request, response) => {
  const { rows } = await pool.query('select 1 as one')
  response.end(JSON.stringify(rows))
}).listen(Number(port), '127.0.0.1')

process.once('SIGTERM', async () => {
  await pool.end()
  await stopServer(dir)
  process.exit()
})
