import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { systemClock } from '../../src/domain/clock.ts'
import type { Json } from '../../src/domain/json.ts'
import type { Tool } from '../../src/domain/tool.ts'
import type { AddressRules } from '../../src/net/address-guard.ts'
import type { OpenApiConfig } from '../../src/tools/openapi/openapi-file.ts'
import { OpenApiSource } from '../../src/tools/openapi/openapi-source.ts'
import { callTool } from './call-tool.ts'
import { WebServer } from './web-server.ts'

export interface SeenRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Texts are written as they are, anything else as JSON. */
export type Files = Readonly<Record<string, unknown>>

/** A service that remembers what it is asked, and descriptions of it in files or under URLs. */
export class DescribedService {
  readonly seen: SeenRequest[] = []
  readonly reports: string[] = []
  /** Served under `/docs/`, beside everything else, which is answered with `answer`. */
  files: Files = {}
  answer: { status: number; headers?: Readonly<Record<string, string>>; body: string } = {
    status: 200,
    body: '{"ok":true}',
  }
  /** Names of files that are not served for now. */
  readonly down = new Set<string>()
  readonly #server: WebServer
  readonly #sources: OpenApiSource[] = []
  readonly #folders: string[] = []

  constructor() {
    this.#server = new WebServer(async (request, response) => {
      const { method = '', url = '', headers } = request
      const path = decodeURIComponent(url.replace(/^\/docs\//, ''))
      const body = await text(request)
      if (!url.startsWith('/docs/')) {
        this.seen.push({ method, url, headers, body })
        const { status, headers: own = {}, body: words } = this.answer
        response.writeHead(status, { 'content-type': 'application/json', ...own }).end(words)
      } else if (this.down.has(path)) response.writeHead(503).end()
      else if (this.files[path] === undefined) response.writeHead(404).end()
      else response.end(written(this.files[path]))
    })
  }

  async open(): Promise<this> {
    await this.#server.open()
    return this
  }

  url(path: string): string {
    return this.#server.url(path)
  }

  async close(): Promise<void> {
    await Promise.all(this.#sources.map((source) => source.close()))
    await Promise.all(this.#folders.map((folder) => rm(folder, { recursive: true })))
    await this.#server.close()
  }

  /** Opens the first of the files. */
  async fromFiles(files: Files, config: Partial<OpenApiConfig> = {}): Promise<OpenApiSource> {
    const folder = await mkdtemp(join(tmpdir(), 'rungraph-openapi-'))
    this.#folders.push(folder)
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), written(content))
    }
    const path = join(folder, Object.keys(files)[0] ?? '')
    return this.source({ document: { path }, baseUrl: this.url(''), ...config })
  }

  async source(
    config: Partial<OpenApiConfig> & Pick<OpenApiConfig, 'document'>,
    rules: AddressRules = {},
  ): Promise<OpenApiSource> {
    const source = await OpenApiSource.open({
      config: { name: 'api', prefix: 'api', headers: {}, allowPrivate: true, ...config },
      rules,
      clock: systemClock,
      report: (message) => this.reports.push(message),
      backoffMs: { first: 10, most: 50 },
    })
    this.#sources.push(source)
    source.start()
    await source.tried
    return source
  }

  /** The request that a call makes. */
  async requestOf(source: OpenApiSource, name: string, args: Json = {}): Promise<SeenRequest> {
    this.seen.length = 0
    await callTool(toolOf(source, name), args)
    const [request] = this.seen
    if (!request) throw new Error(`${name} asks for nothing.`)
    return request
  }
}

export function toolOf(source: OpenApiSource, name: string): Tool {
  const tool = source.list().find((one) => one.name === `api__${name}`)
  if (!tool) throw new Error(`There is no ${name}.`)
  return tool
}

/** A document with these paths, of the version 3.1 where nothing else is said. */
export function documentOf(paths: Json, more: { readonly [name: string]: Json } = {}): Json {
  return { openapi: '3.1.0', info: { title: 'API', version: '1' }, paths, ...more }
}

function written(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}
