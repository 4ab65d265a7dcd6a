import { AnsweringMcpServer, type Answers, type Revision } from './answering-mcp-server.ts'

/** How the tasks of a server go. */
export interface TaskServerOptions {
  readonly revision: Revision
  /** Number of times that a task is asked for before it ends. Default: 2. */
  readonly polls?: number
  /** How a task ends. Default: completed. */
  readonly end?: 'completed' | 'failed' | 'input_required'
  readonly pollMs?: number
  /** What each task wants to be answered before it goes on, in the newer generation. Default: nothing. */
  readonly asks?: Readonly<Record<string, object>>
  /** Whether it wants that for ever, whatever it is answered. Default: no. */
  readonly isDeaf?: boolean
  /** Whether tools only say that they may be tasks. Default: they have to be. */
  readonly isOptional?: boolean
}

/** A server whose calls are tasks, in memory. */
export class TaskServer {
  readonly #options: TaskServerOptions
  readonly #server: AnsweringMcpServer
  readonly #tasks = new Map<string, { polls: number; isCancelled: boolean; isAnswered: boolean }>()
  /** Calls of tools, and requests about tasks, in order. */
  readonly journal: string[] = []

  constructor(options: TaskServerOptions) {
    this.#options = options
    this.#server = new AnsweringMcpServer({ revision: options.revision, answers: this.#answers() })
  }

  get url(): string {
    return this.#server.url
  }

  calls(): number {
    return this.journal.filter((line) => line.startsWith('call')).length
  }

  async open(): Promise<this> {
    await this.#server.open()
    return this
  }

  close(): Promise<void> {
    return this.#server.close()
  }

  /** As where it was started again. */
  forgetTasks(): void {
    this.#tasks.clear()
  }

  get #isLegacy(): boolean {
    return this.#options.revision === '2025-11-25'
  }

  #answers(): Answers {
    const { isOptional = false } = this.#options
    const capabilities = this.#isLegacy
      ? { tools: {}, tasks: { cancel: {}, requests: { tools: { call: {} } } } }
      : { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } }
    const serverInfo = { name: 'tasks', version: '1' }
    const execution = { taskSupport: isOptional ? 'optional' : 'required' }
    const inputSchema = { type: 'object' }
    return {
      ...(this.#isLegacy
        ? { initialize: () => ({ protocolVersion: '2025-11-25', capabilities, serverInfo }) }
        : { 'server/discover': () => ({ supportedVersions: ['2026-07-28'], capabilities, serverInfo }) }),
      'tools/list': () => ({
        tools: [
          { name: 'pay', inputSchema, execution },
          { name: 'look', inputSchema, execution, annotations: { readOnlyHint: true } },
          { name: 'at_once', inputSchema, execution: { taskSupport: 'forbidden' } },
        ],
      }),
      'tools/call': ({ name, task }) => this.#call(String(name), task !== undefined),
      'tasks/get': ({ taskId }) => this.#get(String(taskId)),
      'tasks/result': ({ taskId }) => (this.#tasks.has(String(taskId)) ? this.#result() : unknownTask),
      'tasks/update': ({ taskId, inputResponses }) => {
        this.journal.push(`update ${taskId} ${JSON.stringify(inputResponses)}`)
        const task = this.#tasks.get(String(taskId))
        if (task) task.isAnswered = this.#options.isDeaf !== true
        return {}
      },
      'tasks/cancel': ({ taskId }) => {
        this.journal.push(`cancel ${taskId}`)
        const task = this.#tasks.get(String(taskId))
        if (task) task.isCancelled = true
        return this.#isLegacy ? { taskId, ...this.#state('cancelled') } : {}
      },
    }
  }

  #call(name: string, isAskedFor: boolean): unknown {
    this.journal.push(`call ${name}${isAskedFor ? ' as a task' : ''}`)
    if (name === 'at_once') return { content: [{ type: 'text', text: 'At once.' }] }
    const taskId = `task-${this.calls()}`
    this.#tasks.set(taskId, { polls: 0, isCancelled: false, isAnswered: false })
    const task = { taskId, ...this.#state('working') }
    return this.#isLegacy ? { task } : { resultType: 'task', ...task }
  }

  #get(taskId: string): unknown {
    this.journal.push(`get ${taskId}`)
    const task = this.#tasks.get(taskId)
    if (!task) return unknownTask
    task.polls += 1
    const { polls = 2, end = 'completed', asks } = this.#options
    if (task.isCancelled) return { taskId, ...this.#state('cancelled') }
    if (asks && !task.isAnswered) return { taskId, ...this.#state('input_required'), inputRequests: asks }
    if (task.polls < polls) return { taskId, ...this.#state('working') }
    const inline =
      end === 'completed'
        ? { result: this.#result() }
        : end === 'failed'
          ? { error: { code: -32603, message: 'The till is empty.' } }
          : { inputRequests: {} }
    return { taskId, ...this.#state(end), ...(this.#isLegacy ? {} : inline) }
  }

  #state(status: string) {
    const { pollMs = 200 } = this.#options
    const at = new Date().toISOString()
    const times = this.#isLegacy
      ? { ttl: null, pollInterval: pollMs }
      : { ttlMs: null, pollIntervalMs: pollMs }
    return { status, statusMessage: `It is ${status}.`, createdAt: at, lastUpdatedAt: at, ...times }
  }

  #result() {
    const isFailed = this.#options.end === 'failed'
    const text = isFailed ? 'The till is empty.' : 'Done.'
    return { content: [{ type: 'text', text }], isError: isFailed }
  }
}

const unknownTask =
  '{"jsonrpc":"2.0","id":$id,"error":{"code":-32602,"message":"Failed to retrieve task: Task not found"}}'
