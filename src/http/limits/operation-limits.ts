import { type DocumentNode, GraphQLError, type GraphQLSchema, type ParseOptions, type Source } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import { isDeeper } from '../../domain/json.ts'
import { madeOnce } from '../../domain/made-once.ts'
import type { AnswerSize } from '../../graphql/context.ts'
import { valuesOf } from './live-limits.ts'
import { operationCost } from './operation-cost.ts'
import { measureShape, type OperationShape } from './operation-shape.ts'

/** Limits of one operation, and of the number of operations in one request. */
export interface OperationLimits extends Readonly<Record<keyof OperationShape, number>> {
  readonly tokens: number
  readonly cost: number
  readonly variableDepth: number
  readonly batch: number
  readonly answer: number
}

interface Limit {
  readonly value: number
  /** The setting that changes it. */
  readonly setting?: string
  /** Subject of the limit. */
  readonly counts: string
  /** The measured quantity, as the error message names it. */
  readonly counted: string
  /** Remedy for the caller. */
  readonly remedy: string
}

const declared: Readonly<Record<keyof OperationLimits, Limit>> = {
  tokens: {
    value: 5_000,
    setting: 'RUNGRAPH_MAX_TOKENS',
    counts: 'Tokens of a document: names, values and punctuators',
    counted: 'The number of tokens that were read of the document',
    remedy: 'Select less, or split the document into several operations.',
  },
  depth: {
    value: 20,
    setting: 'RUNGRAPH_MAX_DEPTH',
    counts: 'Depth: nesting levels of fields',
    counted: 'The depth of the operation',
    remedy: 'Query deeper objects by id, with `node`.',
  },
  cost: {
    value: 50_000,
    setting: 'RUNGRAPH_MAX_COST',
    counts: 'Cost: maximum number of objects in the response, if every page is full',
    counted: 'The cost of the operation',
    remedy: 'Request smaller pages (`first`) or fewer nested lists, or use several operations.',
  },
  aliases: {
    value: 100,
    setting: 'RUNGRAPH_MAX_ALIASES',
    counts: 'Aliases; a fragment counts each time it is spread',
    counted: 'The number of aliases',
    remedy: 'Use variables and `nodes`, or several operations.',
  },
  rootFields: {
    value: 50,
    counts: 'Root fields of an operation',
    counted: 'The number of root fields of the operation',
    remedy: 'Use several operations.',
  },
  directives: {
    value: 100,
    counts: 'Directives; a fragment counts each time it is spread',
    counted: 'The number of directives',
    remedy: 'Send the document without the parts that you do not need.',
  },
  variableDepth: {
    value: 200,
    counts: 'Nesting levels of objects and lists in the variables',
    counted: 'The depth of the variables',
    remedy: 'Pass deeper data as a string.',
  },
  batch: {
    value: 10,
    counts: 'Operations in one request (a JSON array)',
    counted: 'The number of operations in the request',
    remedy: 'Send several requests. They can share a connection.',
  },
  answer: {
    value: 32 * 1024 * 1024,
    counts: 'Characters of strings and JSON in the response to one request',
    counted: 'The number of characters that were read for the response',
    remedy: 'Request smaller pages (`first`), or select large fields on fewer objects.',
  },
}

/** The default limits. */
export const operationLimits: OperationLimits = valuesOf(declared)

/** The error for an operation that exceeds a limit; `null` if the value is within the limit. */
export function limitExceeded(
  limits: OperationLimits,
  name: keyof OperationLimits,
  value: number,
): RungraphError<'OPERATION_TOO_LARGE'> | null {
  const max = limits[name]
  if (value <= max) return null
  const { counted, remedy, setting } = declared[name]
  const raise = setting === undefined ? '' : ` The operator of the server can raise ${setting}.`
  const data = { counted, limit: name, value, max, remedy: `${remedy}${raise}` }
  return new RungraphError('OPERATION_TOO_LARGE', data)
}

/** The errors for the measures of an operation's shape that exceed their limits. */
export function shapeExceeded(limits: OperationLimits, shape: OperationShape) {
  const names = ['depth', 'aliases', 'rootFields', 'directives'] as const
  return names.flatMap((name) => limitExceeded(limits, name, shape[name]) ?? [])
}

/** The limits as a Markdown table. */
export function operationLimitsTable(): string {
  const rows = Object.entries(declared).map(
    ([name, { value, counts, setting }]) =>
      `| ${counts} | ${value.toLocaleString('en')} | \`${name}\` | ${setting === undefined ? '' : `\`${setting}\``} |`,
  )
  return ['| What | At most | `limit` | Setting |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** The parameters of an operation, over HTTP and over a WebSocket. */
interface Request {
  readonly params?: {
    readonly operationName?: string | null | undefined
    readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  }
}

/**
 * Refuses an operation that exceeds a limit before it is executed: its tokens while it is parsed, its shape before it is validated,
 * because validation may take long, and its cost, which depends on its variables, before execution. Every transport takes these
 * steps (API-5).
 */
export function useOperationLimits(limits: OperationLimits): Plugin {
  const shapes = new WeakMap<DocumentNode, OperationShape>()
  const shapeOf = (document: DocumentNode) => madeOnce(shapes, document, measureShape)
  const documents = new WeakMap<object, { readonly document: DocumentNode; readonly schema: GraphQLSchema }>()
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options?: ParseOptions) =>
        readWithin(limits, parseFn, [source, options]),
      )
    },
    onValidate({ params: { documentAST: document, schema }, context }) {
      for (const error of shapeExceeded(limits, shapeOf(document))) throw error
      documents.set(context, { document, schema })
    },
    onContextBuilding({ context }) {
      const { params = {} }: Request = context
      if (isDeeper(params.variables, limits.variableDepth))
        throwIf(limitExceeded(limits, 'variableDepth', limits.variableDepth + 1))
      const asked = documents.get(context)
      if (asked !== undefined)
        throwIf(limitExceeded(limits, 'cost', operationCost(asked.schema, asked.document, params)))
    },
    onRequestParse: () => ({
      onRequestParseDone({ requestParserResult: asked }) {
        if (!Array.isArray(asked)) return
        throwIf(asked.length === 0 ? new RungraphError('REQUEST_MALFORMED', noOperations) : null)
        throwIf(limitExceeded(limits, 'batch', asked.length))
      },
    }),
  }
}

const noOperations = { problem: 'The batch has no operations.', remedy: 'Send at least one operation.' }

type Parse = (source: string | Source, options?: ParseOptions) => DocumentNode

/** Parses a document within the limits. A short document can be expensive to validate, and a deeply nested one cannot be parsed. */
function readWithin(
  limits: OperationLimits,
  parse: Parse,
  [source, options]: Parameters<Parse>,
): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: limits.tokens })
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep()
    if (error instanceof GraphQLError && error.message.includes(`${limits.tokens} tokens`))
      throwIf(limitExceeded(limits, 'tokens', limits.tokens + 1))
    throw error
  }
}

function tooDeep(): GraphQLError {
  return new GraphQLError('Syntax Error: The document is nested too deep.', {
    extensions: { code: 'GRAPHQL_PARSE_FAILED' },
  })
}

function throwIf(error: Error | null): void {
  if (error !== null) throw error
}

/** Counts the size of the response to one request, over all of its operations, and aborts a response that is too large (API-5). */
export class AnswerLimit implements AnswerSize {
  readonly #limits: OperationLimits
  /** Made when its signal is requested: a subscription is open for long, and is not limited. */
  #givenUp: AbortController | null = null
  #size = 0
  #objects = 0
  #refusal: RungraphError | null = null

  constructor(limits: OperationLimits) {
    this.#limits = limits
  }

  get refusal(): RungraphError | null {
    return this.#refusal
  }

  get signal(): AbortSignal {
    this.#givenUp ??= new AbortController()
    if (this.#refusal !== null) this.#givenUp.abort(this.#refusal)
    return this.#givenUp.signal
  }

  add(characters: number): void {
    this.#size += characters
    this.#refuse(limitExceeded(this.#limits, 'answer', this.#size))
  }

  addObjects(count: number): void {
    this.#objects += count
    this.#refuse(limitExceeded(this.#limits, 'cost', this.#objects))
  }

  #refuse(refusal: RungraphError | null): void {
    this.#refusal ??= refusal
    if (this.#refusal === null) return
    this.#givenUp?.abort(this.#refusal)
    throw this.#refusal
  }
}
