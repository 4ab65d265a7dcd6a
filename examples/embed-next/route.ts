import { type App, createApp } from 'rungraph'

/*
 * The file app/api/ai/[[...path]]/route.ts of a project with Next.js, which then serves Rungraph below /api/ai. It streams, so it is never cached,
 * and needs Node.js. Next.js gives a route no socket: clients follow runs by server-sent events.
 */
export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'

/** `next dev` loads this file anew at each change: one app for all of them. */
const shared: typeof globalThis & { rungraph?: Promise<App> } = globalThis

function rungraph(): Promise<App> {
  // A start that failed is tried again with the next request.
  shared.rungraph ??= start().catch((error: unknown) => {
    delete shared.rungraph
    throw error
  })
  return shared.rungraph
}

async function start(): Promise<App> {
  const app = await createApp({ env: process.env })
  await app.start({ listen: false })
  return app
}

async function serve(request: Request): Promise<Response> {
  return (await rungraph()).fetch(request, { basePath: '/api/ai' })
}

export { serve as GET, serve as HEAD, serve as OPTIONS, serve as POST }
