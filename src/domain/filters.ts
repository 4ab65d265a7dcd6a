import type { TokenScope } from './access-token.ts'
import type { EvaluationMode, EvaluationResultStatus, EvaluationStatus } from './evaluation.ts'
import {
  choice,
  decimal,
  type FilterOf,
  flag,
  id,
  ids,
  integer,
  key,
  metadata,
  model,
  oneOf,
  search,
  tags,
  text,
  time,
} from './filter-field.ts'
import type { GateKind, GateStatus } from './gate.ts'
import type { RunStatus, TerminationReason } from './run.ts'

/** Only rows of runs that an access token reaches: no caller gives it. */
interface Scoped {
  readonly within?: TokenScope | null | undefined
}

export const runFilter = {
  name: 'RunFilter',
  description: 'Filter for runs. A run must match every field that you give.',
  fields: {
    status: oneOf<RunStatus>('RunStatus', 'Runs with one of these statuses.'),
    ids: ids('Run', 'Runs with one of these ids, at most 100.'),
    agent: key('Agent', 'Runs of this agent, by its slug or global id.'),
    agentVersion: {
      ...integer('Runs of this version of the agent. Versions are numbered by agent, so it needs `agent`.'),
      needs: 'agent',
    },
    model: model('Runs that called this model, `provider/model`, also if the call failed.'),
    tool: text('Runs with a call of this tool, by its name.'),
    tags: tags('Runs with all of these tags, at most 20.'),
    anyTag: tags('Runs with at least one of these tags, at most 20.'),
    metadata: metadata('Runs whose metadata has all of these entries with these values, as an object.'),
    sessionKey: text('Runs of the session with this key.'),
    terminationReason: oneOf<TerminationReason>(
      'TerminationReason',
      'Runs with one of these termination reasons.',
    ),
    createdAfter: time('Runs that were accepted after this time.'),
    createdBefore: time('Runs that were accepted before this time.'),
    minCostUsd: decimal(
      'Runs whose own model calls had cost this much or more, in US dollars, when they last stopped running. Runs that never stopped count as 0.',
    ),
    maxCostUsd: decimal(
      'Runs whose own model calls had cost this much or less, in US dollars, when they last stopped running. Runs that never stopped count as 0.',
    ),
    minDurationMs: integer('Runs whose `durationMs` is this number of milliseconds or more.'),
    maxDurationMs: integer('Runs whose `durationMs` is this number of milliseconds or less.'),
    scheduleId: id('Schedule', 'Runs that this schedule triggered, by its global id.'),
    workflow: key('Workflow', 'Runs that execute this workflow, by its slug or global id.'),
    parentId: id('Run', 'Child runs of this run, by its global id.'),
    threadId: text('Runs with this thread id.'),
    triggeredBy: text('Runs that this caller triggered: the name of an API key, or `loopback`.'),
    search: search(
      'Runs whose input, summary or error message contains this text in its first 10,000 characters, in upper or lower case. 1 to 200 characters.',
    ),
    rootsOnly: flag('Whether to include only runs that no other run started. Default false.'),
  },
} as const

export type RunFilter = FilterOf<typeof runFilter> & Scoped

const definitionFields = {
  search: search('Text that the slug, the name or the description contains, in any case of letters.'),
}

/** Whether archived agents or workflows are kept. */
export type ArchiveState = 'ACTIVE' | 'ARCHIVED' | 'ANY'

/** By the newest version of each. */
export const agentFilter = {
  name: 'AgentFilter',
  description: 'Filter for agents. Each field that is given must match.',
  fields: {
    ...definitionFields,
    archived: choice<ArchiveState>('ArchiveState', 'Whether agents are archived. Default ACTIVE.'),
    tool: search('Name of a tool that the agent may call.'),
    model: search('Model that the agent calls, first or as a fallback: `provider/model`.'),
  },
} as const

export const workflowFilter = {
  name: 'WorkflowFilter',
  description: 'Filter for workflows. Each field that is given must match.',
  fields: {
    ...definitionFields,
    archived: choice<ArchiveState>('ArchiveState', 'Whether workflows are archived. Default ACTIVE.'),
  },
} as const

export const sessionFilter = {
  name: 'SessionFilter',
  description: 'Filter for sessions. Each field that is given must match.',
  fields: {
    agent: key('Agent', 'Sessions whose first run was of this agent, by its global id or slug.'),
    search: search('Text that the key contains, in any case of letters.'),
    hasActiveRun: flag('Whether a run of the session is QUEUED, RUNNING or WAITING.'),
    createdAfter: time('Sessions created after this time.'),
    createdBefore: time('Sessions created before this time.'),
    activeAfter: time('Sessions last active after this time.'),
    activeBefore: time('Sessions last active before this time.'),
  },
} as const

export const gateFilter = {
  name: 'GateFilter',
  description: 'Filter for gates. Each field that is given must match.',
  fields: {
    ids: ids('Gate', 'Gates with one of these ids, at most 100.'),
    status: oneOf<GateStatus>('GateStatus', 'Gates with one of these statuses.'),
    kind: oneOf<GateKind>('GateKind', 'Gates of one of these kinds.'),
    runId: id('Run', 'Gates of the run with this global id.'),
    includeDescendants: flag('Whether to include the gates of all descendants of `runId`. Default false.'),
    agent: key('Agent', 'Gates of the runs of this agent, by its global id or slug.'),
    createdAfter: time('Gates that opened after this time.'),
    createdBefore: time('Gates that opened before this time.'),
  },
} as const

export type GateFilter = FilterOf<typeof gateFilter> & Scoped

export const policyFilter = {
  name: 'PolicyFilter',
  description: 'Filter for policies. A policy must match every field that you give.',
  fields: { agent: key('Agent', 'Policies for this agent, by its slug or global id.') },
} as const

export type DeliveryStatus = 'PENDING' | 'DELIVERED' | 'ABANDONED'

export const deliveryFilter = {
  name: 'WebhookDeliveryFilter',
  description: 'Filter for deliveries. A delivery must match every field that you give.',
  fields: { status: oneOf<DeliveryStatus>('DeliveryStatus', 'Deliveries with one of these statuses.') },
} as const

export const evaluationFilter = {
  name: 'EvaluationFilter',
  description: 'Filter for evaluations. An evaluation must match every field that you give.',
  fields: {
    dataSet: key('DataSet', 'Evaluations over this data set, by its slug or global id.'),
    agent: key('Agent', 'Evaluations of this agent, by its slug or global id.'),
    agentVersion: {
      ...integer(
        'Evaluations of this version of the agent. Versions are numbered by agent, so it needs `agent`.',
      ),
      needs: 'agent',
    },
    mode: oneOf<EvaluationMode>('EvaluationMode', 'Evaluations by one of these methods.'),
    status: oneOf<EvaluationStatus>('EvaluationStatus', 'Evaluations with one of these statuses.'),
  },
} as const

export const resultFilter = {
  name: 'EvaluationResultFilter',
  description: 'Filter for the results of an evaluation. A result must match every field that you give.',
  fields: {
    status: oneOf<EvaluationResultStatus>('EvaluationResultStatus', 'Results with one of these statuses.'),
    flaky: flag('Whether some trials of the item of the result passed and others failed.'),
  },
} as const

export const toolStatsFilter = {
  name: 'ToolStatsFilter',
  description: 'Filter for calls. A call must match every field that you give.',
  fields: {
    agent: key('Agent', 'Calls by runs of this agent, by its slug or global id.'),
    target: text('Calls of this target: the name of a tool, or another target.'),
  },
} as const

export const toolFilter = {
  name: 'ToolFilter',
  description: 'Filter for tools. Each field that is given must match.',
  fields: {
    kind: oneOf<'BUILT_IN' | 'MODULE' | 'MCP' | 'OPENAPI'>('ToolKind', 'Tools of one of these kinds.'),
    effect: oneOf<'READ' | 'IDEMPOTENT' | 'ONCE'>('ToolEffect', 'Tools with one of these effects.'),
    search: search('Text that the name or the description contains, in any case of letters.'),
  },
} as const

export const modelFilter = {
  name: 'ModelFilter',
  description: 'Filter for models. Each field that is given must match.',
  fields: {
    provider: search('Models of the provider with this name.'),
    configured: flag('Whether the provider of the model is set up.'),
    search: search('Text that the name contains, in any case of letters.'),
  },
} as const
