import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import {
  type CallToolResult,
  Client,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Clock } from '../../domain/clock.ts'
import { messageOf, RungraphError } from '../../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import type { ToolContext } from '../../domain/tool.ts'
import { traceHeaders } from '../../domain/trace-context.ts'
import type { AddressGuard } from '../address-guard.ts'
import { jsonSchemas } from '../json-schema-check.ts'
import { validateSchema } from '../schema-fault.ts'
import { createMcpFetch, type McpFetch } from './mcp-fetch.ts'
import type { McpTransportConfig } from './mcp-file.ts'
import { maxSchema } from './mcp-tools.ts'
import { readLines } from './read-lines.ts'
import { readWrittenMessages } from './written-messages.ts'

export interface McpConnectionOptions {
  /** Guard of the addresses of a server that is reached over HTTP. */
  readonly guard: AddressGuard
  readonly transportConfig: McpTransportConfig
  readonly clock: Clock
  /** Time for each exchange of the beginning, in milliseconds: a package may have to be downloaded first. */
  readonly connectMs: number
  /** Gives up the attempt. */
  readonly signal: AbortSignal
  /** All tools of the server, at the beginning and whenever it says that they changed. */
  onTools(tools: readonly Tool[]): Promise<void>
  onStderr(line: string): void
}

/** One connection to a server, until it breaks. */
export class McpConnection {
  readonly #client: Client
  readonly #transport: Transport
  readonly #http: McpFetch | null
  readonly #options: McpConnectionOptions
  readonly #lost = Promise.withResolvers<string>()
  readonly #ended = new AbortController()
  #outputSchemas: ReadonlyMap<string, JsonObject> = new Map()
  #newest: readonly Tool[] = []
  #taking = Promise.resolve()
  #inFlight = 0
  #closing: Promise<void> | null = null
  readonly #closed = Promise.withResolvers<void>()

  /** Connects in the protocol version of the server, and lists its tools. Leaves nothing behind where that fails. */
  static async open(options: McpConnectionOptions): Promise<McpConnection> {
    const connection = new McpConnection(options)
    const giveUp = () => void connection.close()
    options.signal.addEventListener('abort', giveUp, { once: true })
    try {
      options.signal.throwIfAborted()
      await connection.#begin()
      options.signal.throwIfAborted()
      return connection
    } catch (error) {
      await connection.close()
      throw error
    } finally {
      options.signal.removeEventListener('abort', giveUp)
    }
  }

  private constructor(options: McpConnectionOptions) {
    this.#options = options
    this.#http = options.transportConfig.kind === 'http' ? createMcpFetch(options.guard) : null
    this.#transport = toTransport(options, this.#http)
    this.#client = new Client(
      { name: 'rungraph', version: '1' },
      {
        versionNegotiation: { mode: 'auto', ...(options.transportConfig.kind === 'stdio' ? { probe } : {}) },
        jsonSchemaValidator: outputCheck,
        // Nobody is there to answer a server's questions.
        inputRequired: { autoFulfill: false },
        listChanged: {
          tools: { debounceMs: 50, onChanged: (error, tools) => this.#onChanged(error, tools) },
        },
      },
    )
    this.#client.onclose = () => this.drop('it ended the connection')
    this.#client.onerror = (error) => {
      // The client's own attempts to take up a stream of events are over.
      if (/^Maximum reconnection attempts/.test(error.message)) this.drop('its stream of events broke off')
    }
  }

  /** Resolves with the reason when it is of no more use. */
  get lost(): Promise<string> {
    return this.#lost.promise
  }

  /** Resolves when nothing of it is left. */
  get closed(): Promise<void> {
    return this.#closed.promise
  }

  /** Ends it for new calls. Active calls may end. */
  drop(reason: string): void {
    if (this.#ended.signal.aborted) return
    this.#ended.abort()
    this.#lost.resolve(reason)
    if (this.#inFlight === 0) void this.close()
  }

  /** Calls a tool; the server is notified when the signal aborts. Its time is the caller's. */
  async call(
    name: string,
    args: JsonObject,
    { signal, trace }: Pick<ToolContext, 'signal' | 'trace'>,
  ): Promise<CallToolResult> {
    // Trace of the call, as OpenTelemetry's conventions for MCP define it.
    const params = { name, arguments: { ...args }, ...(trace && { _meta: traceHeaders(trace) }) }
    const call = () => this.#client.callTool(params, { signal, timeout: noTimeout })
    this.#inFlight += 1
    try {
      return await this.#validResult(name, await (this.#http ? this.#http.watched(call) : call()))
    } finally {
      this.#inFlight -= 1
      if (this.#ended.signal.aborted && this.#inFlight === 0) void this.close()
    }
  }

  /** The result, where it fits the output schema that the server declares for the tool. */
  async #validResult(name: string, result: CallToolResult): Promise<CallToolResult> {
    const schema = this.#outputSchemas.get(name)
    if (schema === undefined || result.isError || result.structuredContent === undefined) return result
    const checked = await jsonSchemas.check(schema)(toJson(result.structuredContent))
    if (checked.ok) return result
    const message = `The result does not fit the tool's output schema: ${checked.problems.join('; ')}.`
    throw new RungraphError('TOOL_FAILED', { message })
  }

  /** One list after the other; of those that come meanwhile the newest. */
  #take(tools: readonly Tool[]): Promise<void> {
    this.#newest = tools
    this.#taking = this.#taking.then(async () => {
      if (this.#newest === tools) await this.#takeNow(tools)
    })
    return this.#taking
  }

  async #takeNow(tools: readonly Tool[]): Promise<void> {
    const schemas = new Map<string, JsonObject>()
    for (const { name, outputSchema } of tools) {
      if (outputSchema === undefined) continue
      await setImmediate()
      if (this.#ended.signal.aborted) return
      const schema = toJson(outputSchema)
      if (isJsonObject(schema) && validateOutputSchema(schema) === null) schemas.set(name, schema)
    }
    this.#outputSchemas = schemas
    await this.#options.onTools(tools)
  }

  /** Ends it for all. A process is asked to end, then made to. */
  close(): Promise<void> {
    // First: the transports that are closed below report it, and call this again.
    this.#ended.abort()
    this.#lost.resolve('it was closed')
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    // Each of them also where the other never began.
    await Promise.allSettled([this.#client.close(), this.#transport.close()])
    await this.#http?.close()
    this.#closed.resolve()
  }

  async #begin(): Promise<void> {
    const { connectMs, signal } = this.#options
    await this.#client.connect(this.#transport, { timeout: connectMs, signal })
    await this.#list()
    void this.#follow()
  }

  async #list(): Promise<void> {
    const { connectMs, signal } = this.#options
    const { tools } = await this.#client.listTools(undefined, {
      timeout: connectMs,
      signal,
      cacheMode: 'refresh',
    })
    await this.#take(tools)
  }

  #onChanged(error: Error | null, tools: readonly Tool[] | null): void {
    const failed = (reason: unknown) => this.drop(`its changed tools cannot be read: ${messageOf(reason)}`)
    if (tools) this.#take(tools).catch(failed)
    else failed(error)
  }

  /** Subscribes again to changes where the server, or a proxy, ended the subscription. */
  async #follow(): Promise<void> {
    const { clock, connectMs } = this.#options
    const { signal } = this.#ended
    try {
      for (let subscription = this.#client.autoOpenedSubscription; subscription; ) {
        if ((await subscription.closed) === 'local' || signal.aborted) return
        await clock.sleep(relistenMs, signal)
        subscription = await this.#client.listen({ toolsListChanged: true }, { timeout: connectMs, signal })
        await this.#list()
      }
    } catch (error) {
      this.drop(messageOf(error))
    }
  }
}

/** The longest time that a timer takes, in milliseconds. */
const noTimeout = 2_147_483_647
const relistenMs = 1000
/** Servers of the older generation may not answer an unknown request: they are then taken for such servers. */
const probe = { timeoutMs: 10_000 }

function toTransport({ transportConfig, onStderr }: McpConnectionOptions, http: McpFetch | null): Transport {
  if (transportConfig.kind === 'http') {
    // Redirects are followed within the server's own origin only; that is the client's default.
    return new StreamableHTTPClientTransport(new URL(transportConfig.url), {
      requestInit: { headers: transportConfig.headers },
      ...(http ? { fetch: http.fetch } : {}),
    })
  }
  const { command, args, env, cwd } = transportConfig
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    // Of our own environment, the library passes on only `PATH`, `HOME` and the like.
    env: { ...env },
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  })
  readWrittenMessages(transport)
  if (transport.stderr instanceof PassThrough) readLines(transport.stderr, onStderr)
  return transport
}

/**
 * The client would check results where they are read. Here it only learns which schemas cannot be used; results are checked
 * by `#fitting`, which holds nobody up.
 */
const outputCheck: jsonSchemaValidator = {
  getValidator: (outputSchema) => {
    const fault = validateOutputSchema(toJson(outputSchema))
    if (fault !== null) throw new Error(`the output schema is wrong: ${fault}`)
    return (input) => ({ valid: true as const, data: input as never, errorMessage: undefined })
  },
}

function validateOutputSchema(schema: Json): string | null {
  if (!isJsonObject(schema)) return 'it is no object'
  return JSON.stringify(schema).length > maxSchema
    ? `it has more than ${maxSchema} characters`
    : validateSchema(schema)
}
