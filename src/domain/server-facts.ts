import { z } from 'zod'
import { about, choice, object } from './declared.ts'

export const processRole = choice('ProcessRole', 'Role of a process.', {
  ALL: 'The process serves the API and executes runs.',
  API: 'The process only serves the API. Other processes execute runs.',
  WORKER: 'The process only executes runs.',
})

const serverLimits = object(
  'ServerLimits',
  'Limits of the server for its callers. A request beyond one of them is refused with an error that names it.',
  {
    depth: about('Maximum number of nesting levels of an operation.', z.int()),
    cost: about(
      'Maximum cost of an operation: the number of objects in its response if every page is full.',
      z.int(),
    ),
    aliases: about('Maximum number of aliases of an operation.', z.int()),
    tokens: about('Maximum number of tokens of a document.', z.int()),
    rootFields: about('Maximum number of root fields of an operation.', z.int()),
    operationsPerRequest: about('Maximum number of operations in one request.', z.int()),
    requestBytes: about('Maximum size of the body of a request, in bytes.', z.int()),
    answerCharacters: about('Maximum number of characters of strings and JSON in a response.', z.int()),
    pageSize: about('Maximum number of objects of a page.', z.int()),
    defaultPageSize: about('Number of objects of a page if the query gives no number.', z.int()),
    runInputBytes: about('Maximum size of the input of a run, in bytes.', z.int()),
    socketMessageBytes: about('Maximum size of a message over a WebSocket, in bytes.', z.int()),
    operationsPerSocket: about('Maximum number of active operations on one WebSocket.', z.int()),
    connectionsPerAddress: about('Maximum number of WebSockets and event streams of one address.', z.int()),
    subscriptionsPerCaller: about('Maximum number of active subscriptions of one caller.', z.int()),
    requestsPerMinute: about(
      'Maximum number of requests of one API key in a minute. Null is unlimited.',
      z.int().nullable(),
    ),
  },
)

const serverRetention = object('ServerRetention', 'Retention of runs by the server.', {
  runsDays: about(
    'Number of days for which a run is kept after its end. Null is for ever.',
    z.int().nullable(),
  ),
  deltasDays: about(
    "Number of days for which the increments of a run's log are kept after its end. Null is for ever.",
    z.int().nullable(),
  ),
  modelTrafficDays: about(
    'Number of days for which requests and responses of model calls are kept. 0 is not at all.',
    z.int(),
  ),
  eventsDays: about('Number of days for which received events are kept.', z.int()),
})

const serverFeatures = object('ServerFeatures', 'Optional features of the server.', {
  redis: about(
    'Whether events reach other processes over Redis. Otherwise PostgreSQL carries them.',
    z.boolean(),
  ),
  monitor: about('Whether runs are watched for repeated calls and stalls.', z.boolean()),
  tracing: about('Whether runs are exported as OpenTelemetry traces.', z.boolean()),
  onlyPersistedOperations: about(
    'Whether the server accepts only the operations of its manifest.',
    z.boolean(),
  ),
})

/** None of it is secret. */
export const serverReport = object(
  'Server',
  'Process that answers the request, with what a client has to know about it.',
  {
    version: about('Version of Rungraph.', z.string()),
    role: about('Role of the process.', processRole),
    startedAt: about('Time when the process started.', z.date()),
    limits: about('Limits for callers.', serverLimits),
    retention: about('Retention of runs.', serverRetention),
    features: about('Optional features.', serverFeatures),
  },
)
export type ServerFacts = Readonly<z.infer<typeof serverReport>> & {
  /** Milliseconds since 1970, by the clock that the processes share. Default: that of the machine. */
  readonly now?: () => number
}
