import { type App, createApp } from '../../../src/index.ts'
import { shopProviders } from './shop-model.ts'
import { shopTools } from './shop-tools.ts'

/** A server whose agents are those of a shop. */
export interface Shop {
  readonly app: App
  readonly url: string
  /** Sends a document to the API. @throws where it answers with errors */
  ask<Data>(query: string, variables?: object): Promise<Data>
}

/** @param place the folder of the database, and the port */
export async function openShop(place: { readonly dataDir: string; readonly port: number }): Promise<Shop> {
  const app = await createApp({
    env: {
      RUNGRAPH_DATA_DIR: place.dataDir,
      PORT: String(place.port),
      RUNGRAPH_DEMO: 'off',
      RUNGRAPH_CONCURRENCY: '24',
      RUNGRAPH_LOG_LEVEL: 'error',
      RUNGRAPH_REQUESTS_PER_MINUTE_WITHOUT_KEY: '1000000',
      RUNGRAPH_WEBHOOK_PRIVATE: '127.0.0.1',
      RUNGRAPH_WEBHOOK_SECRET: 'for-the-pictures-alone-0123456789',
    },
    providers: shopProviders,
    tools: shopTools,
  })
  await app.start()
  const url = `http://127.0.0.1:${place.port}`
  return { app, url, ask: (query, variables) => ask(`${url}/graphql`, query, variables) }
}

async function ask<Data>(url: string, query: string, variables: object = {}): Promise<Data> {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  const { data, errors }: { data: Data; errors?: unknown } = JSON.parse(await response.text())
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}
