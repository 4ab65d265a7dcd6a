import type { GateRow } from '../../domain/gate.ts'
import type {
  ActionAttemptRow,
  ActionRow,
  CompactionRow,
  MessageRow,
  ModelCallRow,
  PromptRow,
  SecretRow,
  StepRow,
} from '../../domain/run-log.ts'
import { columnList } from '../../sql/columns.ts'
import { type Columns, cellsOf, columnsOf, place } from './rows-as-text.ts'
import type { Notice } from './webhook-notices.ts'

/** A table of which commits write rows. Each row gets its run, and the project of that, from the run. */
interface Written<Row> {
  readonly name: string
  /**
   * The columns of the table but those of its run, those of its key first: a test compares them with the database. Logs have rows in this
   * order, so that a new column is the last.
   */
  readonly columns: Columns<keyof Row & string>
  /** Whether it repeats when the run of each row was created. */
  readonly isDated: boolean
  /** The columns that say which row it is, in a run. */
  readonly key: readonly (keyof Row & string)[]
  /** The columns that later entries may change; none: a row stays as it was first. */
  readonly changing: readonly (keyof Row & string)[]
}

type WithoutRun<Row> = Omit<Row, 'runId' | 'projectId'>

const steps: Written<WithoutRun<StepRow>> = {
  name: 'Step',
  columns: {
    id: 'uuid',
    number: 'int',
    promptHash: 'text',
    plan: 'json',
    reasoning: 'text',
    validation: 'jsonb',
    progress: 'float8',
    success: 'boolean',
    error: 'text',
    checkpoint: 'json',
    startedAt: 'timestamptz',
    durationMs: 'int',
    completedAt: 'timestamptz',
  },
  isDated: false,
  key: ['id'],
  changing: [
    'promptHash',
    'plan',
    'reasoning',
    'validation',
    'progress',
    'success',
    'error',
    'checkpoint',
    'durationMs',
    'completedAt',
  ],
}

const actions: Written<WithoutRun<ActionRow>> = {
  name: 'Action',
  columns: {
    id: 'uuid',
    stepId: 'uuid',
    position: 'int',
    name: 'text',
    type: '"ActionType"',
    mode: '"ActionMode"',
    target: 'text',
    parameters: 'json',
    dependsOn: 'text[]',
    waitForAll: 'boolean',
    skipOnError: 'boolean',
    priority: 'int',
    condition: 'text',
    outputKey: 'text',
    branch: 'text',
    retry: 'jsonb',
    cache: 'jsonb',
    timeoutMs: 'int',
    wave: 'int',
    status: '"ActionStatus"',
    attempt: 'int',
    retryAt: 'timestamptz',
    callId: 'text',
    effect: 'text',
    output: 'json',
    error: 'text',
    errorCode: 'text',
    audit: 'json',
    childRunId: 'uuid',
    startedAt: 'timestamptz',
    durationMs: 'int',
    completedAt: 'timestamptz',
  },
  isDated: true,
  key: ['id'],
  changing: [
    'status',
    'target',
    'parameters',
    'effect',
    'attempt',
    'retryAt',
    'output',
    'error',
    'errorCode',
    'audit',
    'childRunId',
    'startedAt',
    'durationMs',
    'completedAt',
  ],
}

/** A message as its table has it. */
export interface WrittenMessage extends Omit<WithoutRun<MessageRow>, 'message'> {
  readonly role: string
  readonly content: MessageRow['message']
  readonly createdAt: Date
}

const messages: Written<WrittenMessage> = {
  name: 'Message',
  columns: {
    position: 'int',
    sessionId: 'uuid',
    stepNumber: 'int',
    role: '"MessageRole"',
    content: 'json',
    shown: 'jsonb',
    createdAt: 'timestamptz',
  },
  isDated: false,
  key: ['position'],
  changing: [],
}

const modelCalls: Written<WithoutRun<ModelCallRow>> = {
  name: 'ModelCall',
  columns: {
    id: 'uuid',
    rootId: 'uuid',
    stepId: 'uuid',
    sessionId: 'uuid',
    agentId: 'uuid',
    agentVersion: 'int',
    purpose: '"CallPurpose"',
    number: 'int',
    provider: 'text',
    model: 'text',
    attempt: 'int',
    actionId: 'uuid',
    actionAttempt: 'int',
    messageId: 'text',
    profile: 'int',
    estimated: 'boolean',
    sent: 'boolean',
    finishReason: 'text',
    errorCode: 'text',
    errorMessage: 'text',
    inputTokens: 'int',
    outputTokens: 'int',
    cachedInputTokens: 'int',
    cacheWriteTokens: 'int',
    reasoningTokens: 'int',
    costUsd: 'numeric',
    priceVersion: 'text',
    pricedAs: 'text',
    answer: 'json',
    questionHash: 'text',
    latencyMs: 'int',
    timeToFirstTokenMs: 'int',
    startedAt: 'timestamptz',
    pricing: 'text',
  },
  isDated: true,
  key: ['id'],
  changing: [],
}

const attempts: Written<WithoutRun<ActionAttemptRow>> = {
  name: 'ActionAttempt',
  columns: {
    actionId: 'uuid',
    number: 'int',
    target: 'text',
    parameters: 'json',
    hash: 'text',
    status: '"ActionStatus"',
    output: 'json',
    error: 'text',
    errorCode: 'text',
    startedAt: 'timestamptz',
    completedAt: 'timestamptz',
    durationMs: 'int',
  },
  isDated: false,
  key: ['actionId', 'number'],
  changing: [],
}

const compactions: Written<WithoutRun<CompactionRow>> = {
  name: 'Compaction',
  columns: {
    id: 'uuid',
    sessionId: 'uuid',
    stepNumber: 'int',
    number: 'int',
    view: 'json',
    strategies: 'text[]',
    tokensBefore: 'int',
    tokensAfter: 'int',
    createdAt: 'timestamptz',
  },
  isDated: false,
  key: ['id'],
  changing: [],
}

export const gateTable: Written<WithoutRun<GateRow>> = {
  name: 'Gate',
  columns: {
    id: 'uuid',
    agentId: 'uuid',
    stepId: 'uuid',
    actionId: 'uuid',
    kind: 'text',
    reason: 'text',
    context: 'json',
    status: '"GateStatus"',
    note: 'text',
    resolution: 'json',
    resolvedBy: 'text',
    resolvedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    onExpiry: 'text',
    decider: 'text',
    respondent: 'text',
    createdAt: 'timestamptz',
  },
  isDated: false,
  key: ['id'],
  changing: ['status', 'note', 'resolution', 'resolvedBy', 'resolvedAt'],
}

/** Rows of texts that many runs share. */
export const promptColumns: Columns<keyof PromptRow> = {
  projectId: 'uuid',
  hash: 'text',
  text: 'text',
  toolsHash: 'text',
}

/** Rows of secrets, which runs of a tree share. */
export const secretColumns: Columns<keyof SecretRow> = {
  rootId: 'uuid',
  id: 'text',
  projectId: 'uuid',
  sealed: 'text',
}

/** Files that messages of runs name. */
export const fileColumns: Columns<'fileId'> = { fileId: 'uuid' }

/** Notices, from which deliveries are made. */
export const noticeColumns: Columns<Exclude<keyof Notice, 'runId'>> = {
  position: 'int',
  topic: 'text',
  gate: 'json',
}

/** The same without the type of its rows. */
export interface AnyTable {
  readonly name: string
  readonly columns: Columns<string>
  readonly isDated: boolean
  readonly key: readonly string[]
  readonly changing: readonly string[]
}

/** The tables whose rows follow from the entries of their run, in the order in which they are written. */
export const entryTables = { steps, actions, attempts, messages, modelCalls, compactions }

export type EntryPart = keyof typeof entryTables

export const entryParts: readonly EntryPart[] = [
  'steps',
  'actions',
  'attempts',
  'messages',
  'modelCalls',
  'compactions',
]

/**
 * Parts of a statement that write the rows of a parameter for the runs of `fenced`, which has their place; `known` names the rows that the
 * table has. A gate that was decided stays so.
 */
export function insertPart({ name, columns, isDated, key, changing }: AnyTable, parameter: string): string {
  const own = Object.keys(columns)
  const written = ['runId', 'projectId', ...(isDated ? ['runCreatedAt'] : []), ...own]
  const ofRun = ['f.id', 'f."projectId"', ...(isDated ? ['f."createdAt"'] : [])]
  const changes = changing.map((column) => `"${column}" = excluded."${column}"`)
  const onConflict =
    changes.length === 0
      ? 'on conflict do nothing'
      : `on conflict (${columnList(key)}) do update set ${changes.join(', ')}${name === 'Gate' ? ` where known.status = 'OPEN'` : ''}`
  return `, "sent${name}" as materialized (
  ${cellsOf(parameter)}
), "written${name}" as (
  insert into "${name}" as known (${columnList(written)}) select ${ofRun.join(', ')}, ${columnsOf(columns)}
  from "sent${name}" join fenced f on f.place = ${place} ${onConflict}
)`
}
