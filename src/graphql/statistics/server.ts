import type { ServerFacts } from '../../domain/server-facts.ts'
import { builder, describedEnum } from '../builder.ts'

export const ProcessRoleEnum = describedEnum('ProcessRole', 'Role of a process.', {
  ALL: 'The process serves the API and executes runs.',
  API: 'The process only serves the API. Other processes execute runs.',
  WORKER: 'The process only executes runs.',
})

const ServerLimits = builder.objectRef<ServerFacts['limits']>('ServerLimits').implement({
  description:
    'Limits of the server for its callers. A request beyond one of them is refused with an error that names it.',
  fields: (t) => {
    const limit = (name: Exclude<keyof ServerFacts['limits'], 'requestsPerMinute'>, description: string) =>
      t.exposeInt(name, { description })
    return {
      depth: limit('depth', 'Maximum number of nesting levels of an operation.'),
      cost: limit(
        'cost',
        'Maximum cost of an operation: the number of objects in its response if every page is full.',
      ),
      aliases: limit('aliases', 'Maximum number of aliases of an operation.'),
      tokens: limit('tokens', 'Maximum number of tokens of a document.'),
      rootFields: limit('rootFields', 'Maximum number of root fields of an operation.'),
      operationsPerRequest: limit('operationsPerRequest', 'Maximum number of operations in one request.'),
      requestBytes: limit('requestBytes', 'Maximum size of the body of a request, in bytes.'),
      answerCharacters: limit(
        'answerCharacters',
        'Maximum number of characters of strings and JSON in a response.',
      ),
      pageSize: limit('pageSize', 'Maximum number of objects of a page.'),
      defaultPageSize: limit('defaultPageSize', 'Number of objects of a page if the query gives no number.'),
      runInputBytes: limit('runInputBytes', 'Maximum size of the input of a run, in bytes.'),
      socketMessageBytes: limit(
        'socketMessageBytes',
        'Maximum size of a message over a WebSocket, in bytes.',
      ),
      operationsPerSocket: limit(
        'operationsPerSocket',
        'Maximum number of active operations on one WebSocket.',
      ),
      connectionsPerAddress: limit(
        'connectionsPerAddress',
        'Maximum number of WebSockets and event streams of one address.',
      ),
      subscriptionsPerCaller: limit(
        'subscriptionsPerCaller',
        'Maximum number of active subscriptions of one caller.',
      ),
      requestsPerMinute: t.exposeInt('requestsPerMinute', {
        description: 'Maximum number of requests of one API key in a minute. Null is unlimited.',
        nullable: true,
      }),
    }
  },
})

const ServerRetention = builder.objectRef<ServerFacts['retention']>('ServerRetention').implement({
  description: 'Retention of runs by the server.',
  fields: (t) => ({
    runsDays: t.exposeInt('runsDays', {
      description: 'Number of days for which a run is kept after its end. Null is for ever.',
      nullable: true,
    }),
    deltasDays: t.exposeInt('deltasDays', {
      description:
        "Number of days for which the increments of a run's log are kept after its end. Null is for ever.",
      nullable: true,
    }),
    modelTrafficDays: t.exposeInt('modelTrafficDays', {
      description:
        'Number of days for which requests and responses of model calls are kept. 0 is not at all.',
    }),
  }),
})

const ServerFeatures = builder.objectRef<ServerFacts['features']>('ServerFeatures').implement({
  description: 'Optional features of the server.',
  fields: (t) => {
    const feature = (name: keyof ServerFacts['features'], description: string) =>
      t.exposeBoolean(name, { description })
    return {
      redis: feature(
        'redis',
        'Whether events reach other processes over Redis. Otherwise PostgreSQL carries them.',
      ),
      monitor: feature('monitor', 'Whether runs are watched for repeated calls and stalls.'),
      tracing: feature('tracing', 'Whether runs are exported as OpenTelemetry traces.'),
      onlyPersistedOperations: feature(
        'onlyPersistedOperations',
        'Whether the server accepts only the operations of its manifest.',
      ),
    }
  },
})

const Server = builder.objectRef<ServerFacts>('Server').implement({
  description: 'Process that answers the request, with what a client has to know about it.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of Rungraph.' }),
    role: t.expose('role', { type: ProcessRoleEnum, description: 'Role of the process.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', description: 'Time when the process started.' }),
    now: t.field({
      type: 'DateTime',
      description: 'Present time by the clock of the process.',
      resolve: () => new Date(),
    }),
    limits: t.expose('limits', { type: ServerLimits, description: 'Limits for callers.' }),
    retention: t.expose('retention', { type: ServerRetention, description: 'Retention of runs.' }),
    features: t.expose('features', { type: ServerFeatures, description: 'Optional features.' }),
  }),
})

builder.queryField('server', (t) =>
  t.field({
    type: Server,
    description:
      'Process that answers the request. Behind a load balancer, another one may answer the next request.',
    resolve: (_, __, ctx) => ctx.server,
  }),
)
