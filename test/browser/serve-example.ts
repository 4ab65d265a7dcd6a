import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, preview } from 'vite'
import { root } from '../checks/run-command.ts'

export interface ServedExample {
  readonly url: string
  close(): Promise<void>
}

/** Builds an app of `examples/` as its own configuration says, and serves it, with the API behind it at `api`. */
export async function serveExample(name: string, api: string): Promise<ServedExample> {
  const outDir = await mkdtemp(join(tmpdir(), 'rungraph-example-'))
  // Variables that Vite reads, and the app's configuration too.
  Object.assign(process.env, { RUNGRAPH_URL: api, NODE_ENV: 'production' })
  const config = { root: join(root, 'examples', name), logLevel: 'silent', build: { outDir } } as const
  await build(config)
  const server = await preview({ ...config, preview: { host: '127.0.0.1', port: 0 } })
  return {
    url: server.resolvedUrls?.local[0] ?? '',
    close: async () => {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
