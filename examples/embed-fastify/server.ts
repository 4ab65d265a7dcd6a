import type { Server } from 'node:http'
import { fastify } from 'fastify'
import type { App } from 'rungraph'

/** A server with Fastify that serves Rungraph below /ai, beside its own routes. `port` 0 picks a free one. */
export async function startServer(app: App, port: number): Promise<Server> {
  const site = fastify()
  site.get('/', async () => 'The shop')
  await site.register(async (ai) => {
    // Rungraph reads the bodies itself.
    ai.removeAllContentTypeParsers()
    ai.addContentTypeParser('*', (_request, _body, done) => done(null))
    ai.all('/ai/*', (request, reply) => {
      reply.hijack()
      app.handle(request.raw, reply.raw, { basePath: '/ai' })
    })
  })

  site.server.on('upgrade', (request, socket, head) => {
    if (!app.handleUpgrade(request, socket, head, { basePath: '/ai' })) socket.destroy()
  })
  await site.listen({ host: '127.0.0.1', port })
  return site.server
}
