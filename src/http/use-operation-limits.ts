import { type DocumentNode, GraphQLError, type GraphQLSchema, type ParseOptions, type Source } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../domain/errors.ts'
import { isDeeper } from '../domain/json.ts'
import { operationCost } from '../graphql/operation-cost.ts'
import { measureShape, type OperationShape } from '../graphql/operation-shape.ts'
import { beyond, type OperationLimits } from './operation-limits.ts'

/** What an operation is asked with, over HTTP and over a WebSocket. */
interface Request {
  readonly params?: {
    readonly operationName?: string | null | undefined
    readonly variables?: Readonly<Record<string, unknown>> | null | undefined
  }
}

/**
 * Refuses an operation that asks for too much before anything is done for it: its words as they are read, its shape before it is
 * validated, which may itself take long, and its cost, which depends on its variables, before it is executed. Each is a step that
 * every transport takes.
 */
export function useOperationLimits(limits: OperationLimits): Plugin {
  const shapes = new WeakMap<DocumentNode, OperationShape>()
  const shapeOf = (document: DocumentNode) => {
    const shape = shapes.get(document) ?? measureShape(document)
    shapes.set(document, shape)
    return shape
  }
  const documents = new WeakMap<object, { readonly document: DocumentNode; readonly schema: GraphQLSchema }>()
  return {
    onParse({ parseFn, setParseFn }) {
      setParseFn((source: string | Source, options?: ParseOptions) =>
        readWithin(limits, parseFn, [source, options]),
      )
    },
    onValidate({ params: { documentAST: document, schema }, context }) {
      const shape = shapeOf(document)
      throwIf(beyond(limits, 'depth', shape.depth))
      throwIf(beyond(limits, 'aliases', shape.aliases))
      throwIf(beyond(limits, 'rootFields', shape.rootFields))
      throwIf(beyond(limits, 'directives', shape.directives))
      documents.set(context, { document, schema })
    },
    onContextBuilding({ context }) {
      const { params = {} }: Request = context
      if (isDeeper(params.variables, limits.variableDepth))
        throwIf(beyond(limits, 'variableDepth', limits.variableDepth + 1))
      const asked = documents.get(context)
      if (asked !== undefined)
        throwIf(beyond(limits, 'cost', operationCost(asked.schema, asked.document, params)))
    },
    onRequestParse: () => ({
      onRequestParseDone({ requestParserResult: asked }) {
        if (!Array.isArray(asked)) return
        throwIf(asked.length === 0 ? new RungraphError('REQUEST_MALFORMED', noOperations) : null)
        throwIf(beyond(limits, 'batch', asked.length))
      },
    }),
  }
}

const noOperations = { problem: 'The batch has no operations.', remedy: 'Send one, or nothing.' }

type Parse = (source: string | Source, options?: ParseOptions) => DocumentNode

/** What is short as text may be long to validate and to execute, and what is nested too deep cannot be read at all. */
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
      throwIf(beyond(limits, 'tokens', limits.tokens + 1))
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
