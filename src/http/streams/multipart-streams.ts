import { type ExecutionResult, GraphQLError } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { RungraphError } from '../../domain/errors.ts'
import { toCallerError, withoutHttp } from '../../graphql/errors.ts'
import { namesMultipart } from '../request-address.ts'
import { textOfResult } from '../sharing/shared-results.ts'
import { only } from '../sharing/shared-subscription.ts'
import { toKeptAlive } from './kept-alive.ts'

/** The media type of a subscription as parts of one answer, as Apollo's clients name it in `Accept`. */
export const multipartType = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"'

/** A part is complete for its reader when the boundary behind it is there, which is sent with it. */
const boundary = '\r\n--graphql'
const partHeader = '\r\nContent-Type: application/json\r\n\r\n'
const heartbeat = `${partHeader}{}${boundary}`
const end = '--\r\n'

/** Apollo's router sends one every five seconds. */
const mostBetweenMs = 5_000

/**
 * Serves subscriptions as `multipart/mixed`, which Apollo Client, Apollo iOS and Apollo Kotlin read over HTTP
 * (https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol): each result is the `payload` of a part, and
 * `{}` says that the connection lives (API-4). What is refused before it begins is answered as JSON where the client accepts that.
 */
export function useMultipartSubscriptions({ keepAliveMs }: { readonly keepAliveMs: number }): Plugin {
  const heartbeatMs = Math.min(keepAliveMs, mostBetweenMs)
  return {
    onResultProcess({ request, result, acceptableMediaTypes, setResultProcessor }) {
      const accept = request.headers.get('accept')
      if (isAsyncIterable(result)) acceptableMediaTypes.push('multipart/mixed;subscriptionSpec="1.0"')
      if (!namesMultipart(accept) || Array.isArray(result)) return
      if (!isAsyncIterable(result) && acceptsJson(accept)) return
      const given: AsyncIterable<ExecutionResult> = isAsyncIterable(result) ? result : only(result)
      setResultProcessor((_, { Response }) => {
        const results = given[Symbol.asyncIterator]()
        const parts = toKeptAlive({
          ...{ first: boundary, heartbeat, everyMs: heartbeatMs },
          next: async () => {
            const { done, value } = await results.next()
            return done ? { text: end, isLast: true } : { text: toPart(value), isLast: false }
          },
          cancel: async () => results.return?.(),
        })
        return new Response(parts, { headers: { 'content-type': multipartType } })
      }, 'multipart/mixed')
    },
  }
}

/** The end of an answer whose reader may not have more: an error of the protocol, and no result. */
export function lastParts(error: RungraphError): string {
  const { message, extensions } = withoutHttp(toCallerError(error))
  return `${partHeader}${JSON.stringify({ payload: null, errors: [{ message, extensions }] })}${boundary}${end}`
}

function acceptsJson(accept: string | null): boolean {
  return /application\/(graphql-response\+)?json|application\/\*|\*\/\*/i.test(accept ?? '')
}

function toPart(result: ExecutionResult): string {
  const { errors } = result
  const payload = errors ? JSON.stringify({ ...result, errors: errors.map(shown) }) : textOfResult(result)
  return `${partHeader}{"payload":${payload}}${boundary}`
}

function shown(error: unknown): GraphQLError {
  return withoutHttp(error instanceof GraphQLError ? error : toCallerError(error))
}
