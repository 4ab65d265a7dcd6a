import { readFile } from 'node:fs/promises'
import type { Clock } from '../../domain/clock.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import type { Tool } from '../../domain/tool.ts'
import { type AddressRules, createAddressGuard } from '../address-guard.ts'
import { cutText } from '../cut-text.ts'
import { getPage } from '../get-page.ts'
import type { ToolSource } from '../tool-registry.ts'
import { parseDocument } from './openapi-document.ts'
import type { OpenApiConfig } from './openapi-file.ts'
import { toTools } from './openapi-tools.ts'

export interface OpenApiSourceOptions {
  readonly config: OpenApiConfig
  readonly rules: AddressRules
  readonly clock: Clock
  readonly report: (message: string, error?: unknown) => void
  /** The time before a document is asked for again, doubled each time to the most. Default: 1,000 to 60,000 ms. */
  readonly backoffMs?: { readonly first: number; readonly most: number }
}

/** The bytes of the largest document that is taken. */
const maxDocument = 10 * 1024 * 1024
const fetchMs = 30_000

/** The operations of an OpenAPI document as tools (TAS-6). A document under a URL is asked for until it is there. */
export class OpenApiSource implements ToolSource {
  readonly prefix: string
  readonly source: string
  readonly #options: OpenApiSourceOptions
  readonly #closing = new AbortController()
  readonly #tried = Promise.withResolvers<void>()
  #loading: Promise<void> | null = null
  #tools: readonly Tool[] | null = null
  #reason = 'it has not been read yet'

  /**
   * Reads a document that is a file at once.
   * @throws OPENAPI_FILE_INVALID
   */
  static async open(options: OpenApiSourceOptions): Promise<OpenApiSource> {
    const source = new OpenApiSource(options)
    const { document, name } = options.config
    if (!('path' in document)) return source
    try {
      await source.#take(await readFile(document.path, 'utf8'), null)
      return source
    } catch (error) {
      const problems = [`${name} → document: ${messageOf(error).replace(/\.$/, '')}.`]
      throw new RungraphError('OPENAPI_FILE_INVALID', { path: document.path, problems }, error)
    }
  }

  private constructor(options: OpenApiSourceOptions) {
    const { name, prefix } = options.config
    this.#options = options
    this.prefix = prefix
    this.source = `openapi:${name}`
  }

  /** Begins to ask for the document, where it is not there yet. */
  start(): void {
    if (this.#tools === null) this.#loading ??= this.#load()
    else this.#tried.resolve()
  }

  /** Resolves when the first attempt has ended, well or badly. */
  get tried(): Promise<void> {
    return this.#tried.promise
  }

  list(): readonly Tool[] {
    return this.#tools ?? []
  }

  absenceReason(): string | null {
    return this.#tools === null
      ? `the OpenAPI document "${this.#options.config.name}" is not available (${this.#reason})`
      : null
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Rungraph is closing.'))
    this.#tried.resolve()
    await this.#loading
  }

  async #load(): Promise<void> {
    const { clock, report, config, backoffMs = { first: 1000, most: 60_000 } } = this.#options
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted && this.#tools === null; failures += 1) {
      try {
        const { url, text } = await this.#fetch(signal)
        await this.#take(text, url)
      } catch (error) {
        const reason = cutText(messageOf(error), 500).replace(/\.$/, '')
        if (reason !== this.#reason && !signal.aborted)
          report(`The OpenAPI document "${config.name}" cannot be used: ${reason}. It is tried again.`)
        this.#reason = reason
      }
      this.#tried.resolve()
      if (this.#tools === null)
        await clock
          .sleep(Math.min(backoffMs.first * 2 ** failures, backoffMs.most), signal)
          .catch(() => undefined)
    }
  }

  /** The operator wrote where the document is; where it redirects to must still be public, or be allowed to be private. */
  async #fetch(signal: AbortSignal): Promise<{ readonly url: string; readonly text: string }> {
    const { config, rules } = this.#options
    const address = 'url' in config.document ? config.document.url : ''
    const own = config.allowPrivate ? [new URL(address).hostname] : []
    const guard = createAddressGuard({
      allowPrivate: [...(rules.allowPrivate ?? []), ...own],
      ...(rules.own && { own: rules.own }),
    })
    const page = await getPage(address, {
      guard,
      maxBytes: maxDocument,
      signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]),
    })
    if (page.status !== 200) throw new Error(`${page.url} answers with the status ${page.status}`)
    return { url: page.url, text: page.body }
  }

  async #take(text: string, documentUrl: string | null): Promise<void> {
    const { config, rules, report } = this.#options
    const { tools, faults } = await toTools(parseDocument(text), { config, rules, documentUrl })
    this.#tools = tools
    if (faults.length > 0)
      report(
        `The OpenAPI document "${config.name}" has operations that cannot be used: ${faults.join('; ')}.`,
      )
  }
}
