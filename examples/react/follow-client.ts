import { connect } from '../../src/client/follow.ts'
import { apiKey } from './api-key.ts'

/** The server of this page: in development Vite hands on what is for it (vite-config.ts). */
export const httpUrl = '/graphql'

/** One WebSocket for all subscriptions of the page; it is open while there is one. */
export const followClient = connect(new URL(httpUrl, location.href).href.replace(/^http/, 'ws'), apiKey)
