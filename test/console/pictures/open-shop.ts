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
    ...place,
    demo: false,
    concurrency: 24,
    logLevel: 'error',
    requestsPerMinuteWithoutKey: 1_000_000,
    webhookPrivate: '127.0.0.1',
    webhookSecret: 'for-the-pictures-alone-0123456789',
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
