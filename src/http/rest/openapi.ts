import { errorTable, isErrorCode } from '../../domain/errors.ts'
import { describeApiError } from '../error-responses.ts'
import { compiledRoute } from './compiled-route.ts'
import { type JsonSchema, JsonSchemas } from './json-schemas.ts'
import { describeRoute, type Operation } from './route-description.ts'
import { routes } from './routes.ts'
import { describeTriggerRoutes } from './trigger-description.ts'

/** The server of the printed document: that of `npm start`. */
const localServer = 'http://127.0.0.1:4000'

/**
 * The OpenAPI 3.1 document of what a server has below `/api/projects/` (API-56). It is made of the table of routes, their documents and the
 * schema: what an address does and what is said of it cannot differ.
 */
export function openApiDocument(server: string = localServer): JsonSchema {
  const schemas = new JsonSchemas()
  const operations = [
    ...routes.map((route) => ({ route, operation: describeRoute(compiledRoute(route), schemas) })),
    ...describeTriggerRoutes(schemas),
  ]
  const paths = new Map<string, Record<string, Operation>>()
  for (const { route, operation } of operations) {
    const path = `/api/projects/{project}/${route.path}`
    paths.set(path, { ...paths.get(path), [route.method.toLowerCase()]: operation })
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Rungraph', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
      description:
        'Runs of LLM agents, for callers without GraphQL. Each operation executes a document of the GraphQL API, with the same rights, limits and errors. The names are those of its schema.',
    },
    servers: [{ url: server }],
    security: [{ key: [] }, {}],
    tags: [...new Set(operations.map(({ route }) => route.path.split('/')[0]))]
      .sort()
      .map((name) => ({ name })),
    paths: sorted(paths),
    components: {
      schemas: sorted(schemas.components),
      parameters: { project: projectParameter },
      responses: errorResponses(),
      securitySchemes: {
        key: {
          ...{ type: 'http', scheme: 'bearer' },
          description: 'An API key or an access token. A server without keys needs none.',
        },
      },
    },
  }
}

/** The document as text, as docs/reference/openapi.json has it. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), null, 2)}\n`
}

const projectParameter = {
  ...{ name: 'project', in: 'path', required: true, schema: { type: 'string' }, example: 'default' },
  description: 'Slug, global id or UUID of the project of the caller.',
}

/** A response for each status that a caller can be refused with, with the codes of the error table that have it. */
function errorResponses(): Readonly<Record<string, unknown>> {
  // The endpoints refuse a body of another type before the error table applies.
  const codes = new Map([[415, ['REQUEST_MALFORMED']]])
  for (const code of Object.keys(errorTable)) {
    if (!isErrorCode(code) || errorTable[code].audience !== 'client') continue
    const { status } = describeApiError({ code, message: '' })
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  const responses = [...codes].sort(([a], [b]) => a - b)
  return Object.fromEntries(
    responses.map(([status, known]) => [`refused${status}`, errorResponse(status, known)] as const),
  )
}

function errorResponse(status: number, codes: readonly string[]) {
  const properties = {
    code: { type: 'string', description: 'Stable code of the error, from the error table.', examples: codes },
    message: { type: 'string', description: 'Error message for people, with the remedy.' },
    path: { type: 'array', items: { type: 'string' }, description: 'Part of the request that is invalid.' },
  }
  const error = { type: 'object', properties, required: ['code', 'message'] }
  const whole = { type: 'object', properties: { error }, required: ['error'] }
  const retryAfter = { description: 'Seconds until the next attempt.', schema: { type: 'integer' } }
  return {
    description: `Refused: ${codes.join(', ')}.`,
    ...((status === 429 || status === 503) && { headers: { 'Retry-After': retryAfter } }),
    content: { 'application/json': { schema: whole } },
  }
}

function sorted<Value>(map: ReadonlyMap<string, Value>): Readonly<Record<string, Value>> {
  return Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)))
}
