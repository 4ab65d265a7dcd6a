import { type ExecutionResult, GraphQLError, getOperationAST, Kind, OperationTypeNode } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import { mayHoldLargeNumber, parseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject } from '../../domain/json.ts'
import type { RequestMetrics } from '../../domain/request-metrics.ts'
import { rejectOnAbort } from '../../domain/time-limit.ts'
import { clientSchema } from '../../graphql/client-schema.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { coreSchema } from '../../graphql/core-schema.ts'
import { cutErrorMessage } from '../../graphql/errors.ts'
import { namedMessage } from '../../graphql/literal-place.ts'
import { graphqlErrorBody } from '../error-responses.ts'
import { isUploadRequest } from '../files/upload-requests.ts'
import { schemaHeader } from '../graphiql/page-scripts.ts'
import { encodingProblem } from '../limits/body-limit.ts'

/**
 * Answers introspection from the schema of clients, or from its core where GraphiQL asks for that: an operation that asks for nothing else.
 * Gateways read `_service`, and need none.
 */
export function useClientIntrospection(): Plugin<GraphQLContext> {
  return {
    onExecute({ args: { document, operationName, contextValue }, executeFn, setExecuteFn }) {
      const selections = getOperationAST(document, operationName)?.selectionSet.selections ?? []
      if (selections.every((node) => node.kind === Kind.FIELD && node.name.value.startsWith('__')))
        setExecuteFn((args) => executeFn({ ...args, schema: schemaFor(contextValue.request) }))
    },
  }
}

function schemaFor(request: Request | undefined) {
  return request?.headers.get(schemaHeader) === 'core' ? coreSchema() : clientSchema()
}

/** Counts the errors that operations over HTTP are answered with; those over a WebSocket are counted in graphql-protocol.ts. */
export function useRequestMetrics(requestMetrics: RequestMetrics): Plugin {
  return {
    onResultProcess({ result }) {
      for (const one of Array.isArray(result) ? result : [result])
        if (!(Symbol.asyncIterator in one)) countRefusals(one.errors, requestMetrics)
    },
  }
}

export function countRefusals(errors: readonly GraphQLError[] = [], requestMetrics: RequestMetrics): void {
  for (const { extensions } of errors)
    requestMetrics.refused(typeof extensions.code === 'string' ? extensions.code : 'UNKNOWN')
}

/** Messages for requests that are refused because of HTTP alone, by status. */
const refusals: Readonly<Record<number, string>> = {
  404: 'There is nothing here. GraphQL is at /graphql.',
  405: 'Queries and subscriptions are asked with GET or POST, mutations with POST alone.',
  406: 'No media type of `Accept` is available. Accept application/json, application/graphql-response+json, or, for a subscription, text/event-stream or multipart/mixed;subscriptionSpec="1.0".',
  415: 'A body of this type is not taken. Send JSON, with content-type: application/json.',
}

const noJson = {
  problem: '`variables` or `extensions` is not valid JSON.',
  remedy: 'Send each as JSON text.',
}

const noJsonBody = {
  problem: 'The body is not valid JSON.',
  remedy: 'Send an object with `query` as JSON text.',
}

/** Only errors of a JSON parser have an error of their own. */
function isOfParser(error: unknown): boolean {
  return error instanceof GraphQLError && error.extensions.originalError !== undefined
}

/** Gives every refusal a body with a code, also where there was nothing but a status, or an address or a form that cannot be read. */
export function useTypedRefusals(requestMetrics: RequestMetrics): Plugin {
  return {
    // Media types do not depend on case (RFC 9110, 8.3.1); Yoga compares them as they are written.
    onRequest({ request }) {
      const type = request.headers.get('content-type')
      const lowered = type?.replace(/^[^;,]*/, (name) => name.trim().toLowerCase())
      if (lowered !== undefined && lowered !== type) request.headers.set('content-type', lowered)
    },
    onRequestParse({ request, requestParser, setRequestParser }) {
      if (requestParser === undefined) return
      checkForm(request)
      setRequestParser(async (request) => {
        try {
          return await requestParser(request)
        } catch (error) {
          if (error instanceof SyntaxError) throw new RungraphError('REQUEST_MALFORMED', noJson, error)
          throw isOfParser(error) ? new RungraphError('REQUEST_MALFORMED', noJsonBody, error) : error
        }
      })
    },
    onResponse({ response, setResponse, fetchAPI }) {
      const message = refusals[response.status]
      if (message === undefined || response.headers.get('content-type')?.includes('json') === true) return
      const headers = Object.fromEntries(response.headers)
      requestMetrics.refused('REQUEST_MALFORMED')
      const body = graphqlErrorBody({ code: 'REQUEST_MALFORMED', message })
      setResponse(
        new fetchAPI.Response(body, {
          status: response.status,
          headers: {
            ...headers,
            'content-type': 'application/json; charset=utf-8',
            'content-length': String(Buffer.byteLength(body)),
          },
        }),
      )
    },
  }
}

/**
 * @throws REQUEST_MALFORMED where the headers do not declare a JSON body: a form of another page can send other types without permission.
 */
function checkForm(request: Request): void {
  if (request.method !== 'POST' || isUploadRequest(request)) return
  const type = request.headers.get('content-type')?.split(/[;,]/, 1)[0]
  if (type !== 'application/json' && type !== 'application/graphql+json')
    throw unsupportedMediaType(refusals[415] ?? '')
  const problem = encodingProblem(request.headers)
  if (problem !== null) throw unsupportedMediaType(problem)
}

function unsupportedMediaType(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'REQUEST_MALFORMED', http: { status: 415 } } })
}

/**
 * Names the argument and the place in it in each error about a literal of a document, and cuts long messages: GraphQL repeats the value
 * (API-15). Every transport validates by this step.
 */
export function useNamedLiterals(): Plugin {
  // Results of a validation may be cached.
  const named = new WeakSet<GraphQLError>()
  return {
    onValidate:
      () =>
      ({ valid, result }) => {
        if (valid) return
        for (const error of result) {
          if (!(error instanceof GraphQLError) || named.has(error)) continue
          error.message = cutErrorMessage(namedMessage(error))
          named.add(error)
        }
      },
  }
}

/**
 * Stops waiting for a query when its client has left, or when its answer has become too large. The loaders of the request read nothing more
 * then, so that what was begun ends soon. A mutation that has begun is completed.
 */
export function useCancellation(): Plugin<GraphQLContext> {
  return {
    onExecute({ args, executeFn, setExecuteFn }) {
      const { document, operationName, contextValue } = args
      if (getOperationAST(document, operationName)?.operation !== OperationTypeNode.QUERY) return
      const { signal, answer } = contextValue
      const reasons = [signal, answer?.signal].filter((reason) => reason !== undefined)
      setExecuteFn(async (asked): Promise<ExecutionResult> => {
        const over = AbortSignal.any(reasons)
        try {
          over.throwIfAborted()
          // The executor does not get the signal: it would leave promises behind whose rejections nobody handles, which end a process.
          const result = await rejectOnAbort(Promise.resolve(executeFn(asked)), over)
          if (!over.aborted) return result
        } catch (error) {
          if (!over.aborted) throw error
        }
        return answer?.refusal ? refusedResult(answer.refusal) : emptyResult
      })
    },
  }
}

/** The result of an operation that is refused. */
export function refusedResult(error: RungraphError): ExecutionResult {
  return { errors: [new GraphQLError(error.message, { originalError: error })] }
}

/** Result for a client that is no longer connected. */
const emptyResult: ExecutionResult = { data: null }

/**
 * Reads requests with their numbers as they were written, so that the scalar JSON can refuse one that would become another number (API-15).
 * Comes first: the parsers of other plugins are around this one.
 */
export function useWrittenNumbers(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined) return
      setRequestParser(async (request) => {
        // Yoga's own parser of a POST reads the body by this.
        if (request.method === 'POST') request.json = async () => parseRawJson(await request.text())
        const params = await requestParser(request)
        const variables = request.method === 'GET' ? variablesOf(request.url) : null
        return variables === null ? params : { ...params, variables }
      })
    },
  }
}

/** The variables of a GET where they have such a number; else `null`. */
function variablesOf(url: string): Readonly<Record<string, unknown>> | null {
  const text = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('variables')
  if (text === null || !mayHoldLargeNumber(text)) return null
  const variables = parseRawJson(text)
  return isJsonObject(variables) ? variables : null
}
