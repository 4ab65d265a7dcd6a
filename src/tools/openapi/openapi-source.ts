import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import type { Clock } from '../../domain/clock.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Tool } from '../../domain/tool.ts'
import type { AddressRules } from '../../net/address-guard.ts'
import { cutMarked } from '../cut-marked.ts'
import type { ToolSource } from '../tool-registry.ts'
import { parseEntry } from './openapi-document.ts'
import type { OpenApiConfig } from './openapi-file.ts'
import { fetchDocument, Retrieval } from './openapi-retrieval.ts'
import { type OpenApiTools, toOpenApiTools } from './openapi-tools.ts'

export interface OpenApiSourceOptions {
  readonly config: OpenApiConfig
  readonly rules: AddressRules
  readonly clock: Clock
  readonly report: (message: string, error?: unknown) => void
  /** The time before a document is asked for again, doubled each time to the most. Default: 1,000 to 60,000 ms. */
  readonly backoffMs?: { readonly first: number; readonly most: number }
}

/** Characters of one line of the log: a document may have hundreds of operations that cannot be used, and each is named. */
const maxLine = 4000

/** The operations of an OpenAPI document as tools (TAS-6). A document under a URL is asked for until it is there. */
export class OpenApiSource implements ToolSource {
  readonly prefix: string
  readonly source: string
  readonly #options: OpenApiSourceOptions
  readonly #retrieval: Retrieval
  readonly #closing = new AbortController()
  readonly #tried = Promise.withResolvers<void>()
  #loading: Promise<void> | null = null
  #entry: Entry | null = null
  #tools: readonly Tool[] | null = null
  #taken: OpenApiTools | null = null
  #isPartial = false
  #reason = 'it has not been read yet'
  #reported = ''

  /**
   * Reads a document that is a file at once, with the files that it refers to; what it refers to elsewhere comes after `start`.
   * @throws OPENAPI_FILE_INVALID
   */
  static async open(options: OpenApiSourceOptions): Promise<OpenApiSource> {
    const source = new OpenApiSource(options)
    const { document, name } = options.config
    if (!('path' in document)) return source
    try {
      source.#entry = entryOf(await readFile(document.path, 'utf8'), pathToFileURL(document.path).href)
      await source.#take(source.#entry, null)
      return source
    } catch (error) {
      const problems = [`${name} → document: ${messageOf(error).replace(/\.$/, '')}.`]
      throw new RungraphError('OPENAPI_FILE_INVALID', { path: document.path, problems }, error)
    }
  }

  private constructor(options: OpenApiSourceOptions) {
    const { name, prefix } = options.config
    this.#options = options
    this.#retrieval = new Retrieval(options.config, options.rules)
    this.prefix = prefix
    this.source = `openapi:${name}`
  }

  /** Begins to ask for what is not there yet. */
  start(): void {
    if (this.#isWhole()) {
      this.#report()
      this.#tried.resolve()
    } else this.#loading ??= this.#load()
  }

  /** Resolves when the first attempt has ended, well or badly. */
  get tried(): Promise<void> {
    return this.#tried.promise
  }

  list(): readonly Tool[] {
    return this.#tools ?? []
  }

  absenceReason(): string | null {
    return this.#isWhole()
      ? null
      : `the OpenAPI document "${this.#options.config.name}" is not available (${this.#reason})`
  }

  async close(): Promise<void> {
    this.#closing.abort(new Error('Rungraph is closing.'))
    this.#tried.resolve()
    await this.#loading
  }

  #isWhole(): boolean {
    return this.#tools !== null && !this.#isPartial
  }

  async #load(): Promise<void> {
    const { clock, report, config, backoffMs = { first: 1000, most: 60_000 } } = this.#options
    const { signal } = this.#closing
    for (let failures = 0; !signal.aborted && !this.#isWhole(); failures += 1) {
      try {
        this.#entry ??= await this.#fetch(signal)
        await this.#take(this.#entry, signal)
      } catch (error) {
        // A document that cannot be used may be corrected.
        if ('url' in config.document) this.#entry = null
        const reason = cutMarked(messageOf(error), 500).replace(/\.$/, '')
        if (reason !== this.#reason && !signal.aborted)
          report(`The OpenAPI document "${config.name}" cannot be used: ${reason}. It is tried again.`)
        this.#reason = reason
      }
      this.#tried.resolve()
      if (!this.#isWhole())
        await clock
          .sleep(Math.min(backoffMs.first * 2 ** failures, backoffMs.most), signal)
          .catch(() => undefined)
    }
  }

  async #fetch(signal: AbortSignal): Promise<Entry> {
    const { config, rules } = this.#options
    const address = 'url' in config.document ? config.document.url : ''
    const { text, uri } = await fetchDocument(address, { config, rules, signal })
    return entryOf(text, uri)
  }

  /** From files alone, where there is no signal. */
  async #take({ document, uri }: Entry, signal: AbortSignal | null): Promise<void> {
    const { config, rules } = this.#options
    const retrieve = this.#retrieval.by(signal)
    const taken = await toOpenApiTools(document, { config, rules, retrieve, documentUrl: uri })
    if (signal?.aborted) return
    this.#tools = taken.tools
    this.#isPartial = taken.isPartial
    this.#reason = 'it refers to a document that could not be read yet'
    this.#taken = taken
    if (signal !== null) this.#report()
  }

  /** Names each operation that is left out, once. */
  #report(): void {
    const { report, config } = this.#options
    const { faults = [], notes = [], isPartial = false } = this.#taken ?? {}
    const said = JSON.stringify([faults, notes])
    if (said === this.#reported) return
    this.#reported = said
    const again = isPartial ? ' What could not be read is tried again.' : ''
    for (const line of lines(faults))
      report(`The OpenAPI document "${config.name}" has operations that cannot be used: ${line}.${again}`)
    for (const note of notes) report(`The OpenAPI document "${config.name}": ${note}.`)
  }
}

/** Where a description begins, and the URI that it was got from. */
interface Entry {
  readonly document: JsonObject
  readonly uri: string
}

function entryOf(text: string, uri: string): Entry {
  return { document: parseEntry(text), uri }
}

/** As many in a line as are well read. */
function lines(faults: readonly string[]): readonly string[] {
  const all: string[] = []
  for (const fault of faults.map((one) => cutMarked(one, maxLine))) {
    const last = all.at(-1)
    if (last === undefined || last.length + fault.length > maxLine) all.push(fault)
    else all[all.length - 1] = `${last}; ${fault}`
  }
  return all
}
