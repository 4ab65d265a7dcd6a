import { expect, it } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import { createModels } from '../../../src/models/registry.ts'
import { createScripted, type Script } from '../../../src/models/scripted.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'
import { forFile } from '../../support/for-file.ts'

/** Fetches what it is asked for. */
const fetching: Script = ({ turn, input }) =>
  turn === 0 ? { toolCalls: [{ name: 'http_get', arguments: { url: input } }] } : { text: 'Done.' }

const database = forFile(await createTestDatabase())
const config = readConfig({
  DATABASE_URL: database.connectionString,
  PORT: '0',
  RUNGRAPH_HEALTH_PORT: '0',
  RUNGRAPH_DEMO: 'off',
  RUNGRAPH_LOG_LEVEL: 'silent',
  RUNGRAPH_HTTP_PRIVATE: '127.0.0.1,localhost,[::1]',
  RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1',
})
const models = createModels([createScripted({ scripts: { fetching }, chunkDelayMs: 0 })])
const app = forFile(await composeApp(config, { models }))
const urls = await app.start()
const definition = { model: 'scripted/fetching', tools: ['http_get'] }
await app.operations.createAgent({ projectId: app.project.id, slug: 'fetching', definition })

/** Outcome of the one call of a run that fetches this. */
async function fetched(url: string): Promise<{ readonly status: string; readonly error: string | null }> {
  const call = { projectId: app.project.id, agent: { slug: 'fetching' }, input: url }
  const { runId } = await app.operations.triggerRun(call)
  const statement = `
    select a.status, a.error::text from "Action" a join "Run" r on r.id = a."runId"
    where r.id = $1 and r.status = 'COMPLETED'`
  await eventually(async () => (await database.pool.query(statement, [runId])).rowCount).toBe(1)
  return (await database.pool.query(statement, [runId])).rows[0]
}

it('TAS-8 an agent of a server without keys cannot become its administrator by fetching from it', async () => {
  const { port: api } = new URL(urls.url ?? '')
  const { port: health } = new URL(urls.healthUrl ?? '')
  const { port: postgres } = new URL(database.connectionString)
  for (const address of [
    `http://127.0.0.1:${api}/graphql?query={agents{totalCount}}`,
    `http://localhost:${api}/graphql?query={agents{totalCount}}`,
    `http://[::1]:${api}/`,
    `http://127.0.0.1:${health}/metrics`,
    `http://127.0.0.1:${postgres}/`,
  ]) {
    const { status, error } = await fetched(address)
    expect([address, status, error]).toEqual([
      address,
      'FAILED',
      expect.stringContaining('it is an address of Rungraph itself'),
    ])
  }
})

it('TAS-8 a webhook cannot point to the ports of Rungraph itself', async () => {
  const url = `${urls.url}/graphql`
  await expect(
    app.operations.webhooks.createWebhook({ projectId: app.project.id, url }),
  ).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { path: ['url'] },
  })
})
