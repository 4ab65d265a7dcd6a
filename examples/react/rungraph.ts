import { Client } from 'rungraph/client'
import { apiKey } from './api-key.ts'

/** The client of the page, for the server of the page: in development Vite hands on what is for it (vite-config.ts). */
export const rungraph = new Client({ url: '/graphql', token: apiKey })
