/** Role of a process: it serves the API, executes runs, or both. */
export type ProcessRole = 'ALL' | 'API' | 'WORKER'

const roles = { all: 'ALL', api: 'API', worker: 'WORKER' } as const

/** Role as the API has it, of the value of `RUNGRAPH_ROLE`. */
export function processRole(setting: keyof typeof roles): ProcessRole {
  return roles[setting]
}

/** Facts that a process that serves the API reports to its callers about itself. None of it is secret. */
export interface ServerFacts {
  readonly version: string
  readonly role: ProcessRole
  readonly startedAt: Date
  readonly limits: {
    readonly depth: number
    readonly cost: number
    readonly aliases: number
    readonly tokens: number
    readonly rootFields: number
    readonly operationsPerRequest: number
    readonly requestBytes: number
    readonly answerCharacters: number
    readonly pageSize: number
    readonly defaultPageSize: number
    readonly runInputBytes: number
    readonly socketMessageBytes: number
    readonly operationsPerSocket: number
    readonly connectionsPerAddress: number
    readonly subscriptionsPerCaller: number
    /** `null`: unlimited. */
    readonly requestsPerMinute: number | null
  }
  /** In days after the end of a run; `null`: for ever. */
  readonly retention: {
    readonly runsDays: number | null
    readonly deltasDays: number | null
    /** 0: not stored. */
    readonly modelTrafficDays: number
  }
  readonly features: {
    readonly redis: boolean
    readonly monitor: boolean
    readonly tracing: boolean
    readonly onlyPersistedOperations: boolean
  }
}
