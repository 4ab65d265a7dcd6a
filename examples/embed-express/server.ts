import type { Server } from 'node:http'
import express from 'express'
import type { App } from 'rungraph'

/** A server with Express that serves Rungraph below /ai, beside its own routes. `port` 0 picks a free one. */
export function startServer(app: App, port: number): Server {
  const site = express()
  // Before express.json() and other middleware that reads bodies.
  site.use('/ai', (request, response) => {
    app.handle(request, response, { basePath: '/ai' })
  })
  site.use(express.json())
  site.get('/', (_request, response) => {
    response.send('The shop')
  })

  const server = site.listen(port, '127.0.0.1')
  server.on('upgrade', (request, socket, head) => {
    if (!app.handleUpgrade(request, socket, head, { basePath: '/ai' })) socket.destroy()
  })
  return server
}
