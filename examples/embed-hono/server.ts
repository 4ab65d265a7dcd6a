import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import type { App } from 'rungraph'

/** A server with Hono that serves Rungraph below /ai, beside its own routes. `port` 0 picks a free one. */
export function startServer(app: App, port: number): Server {
  const site = new Hono()
  site.get('/', (c) => c.text('The shop'))
  site.all('/ai/*', (c) => {
    const { address } = getConnInfo(c).remote
    return app.fetch(c.req.raw, { basePath: '/ai', remoteAddress: address })
  })

  const server = serve({ fetch: site.fetch, hostname: '127.0.0.1', port }) as Server
  server.on('upgrade', (request, socket, head) => {
    if (!app.handleUpgrade(request, socket, head, { basePath: '/ai' })) socket.destroy()
  })
  return server
}
