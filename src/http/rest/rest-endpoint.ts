import type { Plugin } from 'graphql-yoga'
import { RungraphError } from '../../domain/errors.ts'
import { sha256 } from '../../domain/hash.ts'
import type { GraphQLContext } from '../../graphql/context.ts'
import { callersAddress } from '../base-path.ts'
import {
  type ApiError,
  answerJson,
  describeApiError,
  refuseBody,
  refuseCall,
  refuseMethod,
} from '../error-responses.ts'
import type { ReceivedBytes } from '../files/received-bytes.ts'
import { isUploadRequest, withSentForm } from '../files/upload-requests.ts'
import { encodingProblem } from '../limits/body-limit.ts'
import { allowed } from '../request-address.ts'
import type { NodeContext } from '../streams/event-streams.ts'
import type { Data } from '../trigger/graph.ts'
import {
  answerCaller,
  answerErrors,
  decodePart,
  type EndpointOptions,
  type GraphCall,
  isJson,
  readText,
  useGraphEndpoint,
} from '../trigger/graph-endpoint.ts'
import { type CompiledRoute, compiledRoute } from './compiled-route.ts'
import { readBody, readForm, readObject, readParameters, takesForm } from './request-values.ts'
import { type Route, routes } from './routes.ts'

interface RestOptions extends EndpointOptions {
  /** The bytes of files that come with requests. */
  readonly received: ReceivedBytes
}

/** What an address below `/api/` names; `server`: the address of this server, for its description. */
type Target =
  | { readonly kind: 'description'; readonly server: string }
  | {
      readonly kind: 'route'
      readonly project: string
      readonly route: Route
      readonly name: string | null
    }
  | { readonly kind: 'otherMethod'; readonly allow: string }

/** The API for callers without GraphQL (API-55): each address executes a document of GraphQL, as its caller. */
export function useRestEndpoint(options: RestOptions): Plugin<GraphQLContext, NodeContext> {
  return useGraphEndpoint<Target>(options, {
    targetOf,
    answer: (target, call) => {
      switch (target.kind) {
        case 'description':
          return describe(target.server, call)
        case 'otherMethod':
          return refuseMethod(target.allow, options)
        case 'route':
          return answerCaller(target, call, () => answerRoute(target, call, options))
        default:
          return target satisfies never
      }
    },
  })
}

const addresses = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/\{\w+\}/, '([^/]+)')}$`),
}))

function targetOf(request: Request, { pathname }: URL, context: NodeContext): Target | null {
  if (!pathname.startsWith('/api/')) return null
  const { method } = request
  if (pathname === '/api/openapi.json')
    return allowed('GET').includes(method)
      ? { kind: 'description', server: callersAddress('', request, context) }
      : { kind: 'otherMethod', allow: allowed('GET').join(', ') }
  const [, project, path] = /^\/api\/projects\/([^/]+)\/(.+)$/.exec(pathname) ?? []
  if (project === undefined || path === undefined) return null
  const matching = addresses.flatMap(({ route, pattern }) => {
    const match = pattern.exec(path)
    return match ? [{ route, name: match[1] }] : []
  })
  const found = matching.find(({ route }) => allowed(route.method).includes(method))
  if (found === undefined) {
    const allow = matching.flatMap(({ route }) => allowed(route.method)).join(', ')
    return allow === '' ? null : { kind: 'otherMethod', allow }
  }
  const { route, name } = found
  return {
    ...{ kind: 'route', route, project: decodePart(project) },
    name: name === undefined ? null : decodePart(name),
  }
}

function describe(server: string, call: GraphCall): Promise<Response> {
  return answerErrors(call, async () => {
    // Like the introspection of GraphQL, it is for callers.
    await call.graph.context()
    const { openApiDocument } = await import('./openapi.ts')
    return readable(call.request, openApiDocument(server))
  })
}

async function answerRoute(
  { route: asked, name }: Target & { readonly kind: 'route' },
  call: GraphCall,
  options: RestOptions,
): Promise<Response> {
  const route = compiledRoute(asked)
  const { request, url, graph } = call
  const object = readObject(route, name)
  const parameters = readParameters(route, url)
  const ask = async (variables: Data) => {
    const data = await graph.askWithinLimits(route.parsed, { ...parameters, ...variables })
    return answerData(data, { route, name }, call)
  }
  if (route.method === 'GET') return ask(object)
  const isForm = takesForm(route)
  const problem = isForm ? formProblem(request) : encodingProblem(request.headers)
  if (problem !== null) return refuseBody(problem, options)
  if (isForm)
    return withSentForm(request, options.received, (form) =>
      ask({ input: { ...readForm(route, form), ...object } }),
    )
  const text = await readText(call)
  // Of another type, a page of another origin could send it without a preflight request.
  if (text !== '' && !isJson(request)) return refuseBody(notJson, options)
  return ask({ input: { ...readBody(route, text), ...object } })
}

const notJson = 'The body must be JSON: send it with `Content-Type: application/json`.'

function formProblem(request: Request): string | null {
  return isUploadRequest(request)
    ? null
    : 'The body must be a form: send it as `multipart/form-data`, with the file as the part `file`.'
}

interface Asked {
  readonly route: CompiledRoute
  readonly name: string | null
}

function answerData(data: Data, { route, name }: Asked, call: GraphCall): Response {
  const { path, form } = route.answer
  let value: unknown = data
  for (const part of path) value = value === null ? null : Object(value)[part]
  if (value === null || value === undefined)
    throw new RungraphError('NOT_FOUND', {
      kind: route.object?.parameter ?? 'object',
      ...(name !== null && { key: name }),
    })
  const { request, url, options } = call
  if (form === 'page') return answerPage(Object(value), request, url)
  if (form === 'list') return readable(request, { items: value })
  const refusal = refusalOf(Object(value))
  if (refusal !== null) return refuseCall(refusal, options)
  if (route.method === 'GET') return readable(request, Object(value))
  const { __typename, ...shown } = Object(value)
  return answerJson(route.status ?? 200, JSON.stringify(shown))
}

/** The error of a result that is one; its path begins within the input. */
function refusalOf({ __typename: type, code, message, path }: Data): ApiError | null {
  if (typeof type !== 'string' || !type.endsWith('Error') || typeof code !== 'string') return null
  const fieldPath = Array.isArray(path) ? path.slice(1).map(String) : null
  return describeApiError({ code, message: String(message), ...(fieldPath && { path: fieldPath }) })
}

/** A page of a list, with the cursor of the next one, which a `Link` leads to (RFC 8288). */
function answerPage({ nodes, pageInfo }: Data, request: Request, { searchParams }: URL): Response {
  const { hasNextPage, endCursor } = Object(pageInfo)
  const nextCursor = hasNextPage === true ? String(endCursor) : null
  const next = new URLSearchParams(searchParams)
  if (nextCursor !== null) next.set('after', nextCursor)
  const headers = nextCursor === null ? {} : { link: `<?${next}>; rel="next"` }
  return readable(request, { items: nodes, nextCursor }, headers)
}

/** An answer that a client may keep, and ask for again by its `ETag`. */
function readable(
  { headers: asked }: Request,
  value: object,
  more: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify(value)
  const headers = { ...more, etag: `"${sha256(body).slice(0, 32)}"`, 'cache-control': 'private, no-cache' }
  return asked.get('if-none-match') === headers.etag
    ? new Response(null, { status: 304, headers })
    : answerJson(200, body, headers)
}
