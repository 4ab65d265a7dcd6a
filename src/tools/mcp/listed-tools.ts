import type { Tool } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../domain/json.ts'
import type { CallAnswer } from './mcp-answers.ts'
import { misfitOf, outputSchemasOf } from './output-schemas.ts'
import { definitionOf, type ToolList } from './tool-list.ts'

interface ListedToolsOptions {
  /** Ends the connection. */
  readonly signal: AbortSignal
  /** Takes a list, with all that cannot be used of it. */
  onTools(list: ToolList): Promise<void>
}

/** The tools of the last list of a connection, as its calls need them. */
export class ListedTools {
  readonly #options: ListedToolsOptions
  #outputSchemas: ReadonlyMap<string, JsonObject> = new Map()
  #definitions: ReadonlyMap<string, Tool> = new Map()
  #newest: ToolList | null = null
  #taking = Promise.resolve()

  constructor(options: ListedToolsOptions) {
    this.#options = options
  }

  /** The client takes headers that repeat arguments from the definition, and would check results where they are read. */
  definition(name: string): Tool {
    return this.#definitions.get(name) ?? definitionOf({ name })
  }

  /** Why what a tool gave does not fit the schema that the server declares; `null` where it does. */
  misfit(name: string, answer: CallAnswer): Promise<string | null> {
    return misfitOf(answer, this.#outputSchemas.get(name))
  }

  /** One list after the other; of those that come meanwhile the newest. */
  take(list: ToolList): Promise<void> {
    this.#newest = list
    this.#taking = this.#taking.then(async () => {
      if (this.#newest === list) await this.#takeNow(list)
    })
    return this.#taking
  }

  async #takeNow({ tools, faults }: ToolList): Promise<void> {
    const { signal, onTools } = this.#options
    const { schemas, unchecked } = await outputSchemasOf(tools, signal)
    if (signal.aborted) return
    this.#outputSchemas = schemas
    this.#definitions = new Map(tools.map((tool) => [tool.name, definitionOf(tool)]))
    await onTools({ tools, faults: [...faults, ...unchecked] })
  }
}
