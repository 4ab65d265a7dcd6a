import type { ServerFacts } from '../../domain/server-facts.ts'
import { builder, describedEnum } from '../builder.ts'
import { boolean, int, moment, nullable, one, string, valueObject } from '../fields.ts'

export const ProcessRoleEnum = describedEnum('ProcessRole', 'Role of a process.', {
  ALL: 'The process serves the API and executes runs.',
  API: 'The process only serves the API. Other processes execute runs.',
  WORKER: 'The process only executes runs.',
})

const ServerLimits = valueObject<ServerFacts['limits']>(
  'ServerLimits',
  'Limits of the server for its callers. A request beyond one of them is refused with an error that names it.',
  {
    depth: int('Maximum number of nesting levels of an operation.'),
    cost: int('Maximum cost of an operation: the number of objects in its response if every page is full.'),
    aliases: int('Maximum number of aliases of an operation.'),
    tokens: int('Maximum number of tokens of a document.'),
    rootFields: int('Maximum number of root fields of an operation.'),
    operationsPerRequest: int('Maximum number of operations in one request.'),
    requestBytes: int('Maximum size of the body of a request, in bytes.'),
    answerCharacters: int('Maximum number of characters of strings and JSON in a response.'),
    pageSize: int('Maximum number of objects of a page.'),
    defaultPageSize: int('Number of objects of a page if the query gives no number.'),
    runInputBytes: int('Maximum size of the input of a run, in bytes.'),
    socketMessageBytes: int('Maximum size of a message over a WebSocket, in bytes.'),
    operationsPerSocket: int('Maximum number of active operations on one WebSocket.'),
    connectionsPerAddress: int('Maximum number of WebSockets and event streams of one address.'),
    subscriptionsPerCaller: int('Maximum number of active subscriptions of one caller.'),
    requestsPerMinute: nullable.int(
      'Maximum number of requests of one API key in a minute. Null is unlimited.',
    ),
  },
)

const ServerRetention = valueObject<ServerFacts['retention']>(
  'ServerRetention',
  'Retention of runs by the server.',
  {
    runsDays: nullable.int('Number of days for which a run is kept after its end. Null is for ever.'),
    deltasDays: nullable.int(
      "Number of days for which the increments of a run's log are kept after its end. Null is for ever.",
    ),
    modelTrafficDays: int(
      'Number of days for which requests and responses of model calls are kept. 0 is not at all.',
    ),
  },
)

const ServerFeatures = valueObject<ServerFacts['features']>(
  'ServerFeatures',
  'Optional features of the server.',
  {
    redis: boolean('Whether events reach other processes over Redis. Otherwise PostgreSQL carries them.'),
    monitor: boolean('Whether runs are watched for repeated calls and stalls.'),
    tracing: boolean('Whether runs are exported as OpenTelemetry traces.'),
    onlyPersistedOperations: boolean('Whether the server accepts only the operations of its manifest.'),
  },
)

const Server = valueObject<ServerFacts>(
  'Server',
  'Process that answers the request, with what a client has to know about it.',
  {
    version: string('Version of Rungraph.'),
    role: one(ProcessRoleEnum, 'Role of the process.'),
    startedAt: moment('Time when the process started.'),
    limits: one(ServerLimits, 'Limits for callers.'),
    retention: one(ServerRetention, 'Retention of runs.'),
    features: one(ServerFeatures, 'Optional features.'),
  },
  {
    fields: (t) => ({
      now: t.field({
        type: 'DateTime',
        description: 'Present time by the clock of the process.',
        resolve: () => new Date(),
      }),
    }),
  },
)

builder.queryField('server', (t) =>
  t.field({
    type: Server,
    description:
      'Process that answers the request. Behind a load balancer, another one may answer the next request.',
    resolve: (_, __, ctx) => ctx.server,
  }),
)
