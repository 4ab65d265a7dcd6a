import type { TokenScope } from './access-token.ts'
import { canaryStatus } from './canary.ts'
import { choice } from './declared.ts'
import { evaluationMode, evaluationStatus, resultStatus } from './evaluation.ts'
import { by, type FilterOf } from './filter-field.ts'
import { gateKind, gateStatus } from './gate.ts'
import { runStatus, terminationReason } from './run.ts'
import { shownEffect, toolKind } from './tool.ts'

/** Only rows of runs that an access token reaches: no caller gives it. */
interface Scoped {
  readonly within?: TokenScope | null | undefined
}

export const runFilter = {
  name: 'RunFilter',
  description: 'Filter for runs. A run must match every field that you give.',
  fields: {
    status: by.oneOf(runStatus, 'Runs with one of these statuses.'),
    ids: by.ids('Run', 'Runs with one of these ids, at most 100.'),
    agent: by.key('Agent', 'Runs of this agent, by its slug or global id.'),
    agentVersion: {
      ...by.integer(
        'Runs of this version of the agent. Versions are numbered by agent, so it needs `agent`.',
      ),
      needs: 'agent',
    },
    model: by.model('Runs that called this model, `provider/model`, also if the call failed.'),
    tool: by.text('Runs with a call of this tool, by its name.'),
    tags: by.tags('Runs with all of these tags, at most 20.'),
    anyTag: by.tags('Runs with at least one of these tags, at most 20.'),
    metadata: by.metadata('Runs whose metadata has all of these entries with these values, as an object.'),
    sessionKey: by.text('Runs of the session with this key.'),
    terminationReason: by.oneOf(terminationReason, 'Runs with one of these termination reasons.'),
    createdAfter: by.time('Runs that were accepted after this time.'),
    createdBefore: by.time('Runs that were accepted before this time.'),
    minCostUsd: by.decimal(
      'Runs whose own model calls had cost this much or more, in US dollars, when they last stopped running. Runs that never stopped count as 0.',
    ),
    maxCostUsd: by.decimal(
      'Runs whose own model calls had cost this much or less, in US dollars, when they last stopped running. Runs that never stopped count as 0.',
    ),
    minDurationMs: by.integer('Runs whose `durationMs` is this number of milliseconds or more.'),
    maxDurationMs: by.integer('Runs whose `durationMs` is this number of milliseconds or less.'),
    rating: by.rating(
      'Runs with a rating that matches every field of this. Without any field: runs with a rating.',
    ),
    scheduleId: by.id('Schedule', 'Runs that this schedule triggered, by its global id.'),
    workflow: by.key('Workflow', 'Runs that execute this workflow, by its slug or global id.'),
    parentId: by.id('Run', 'Child runs of this run, by its global id.'),
    threadId: by.text('Runs with this thread id.'),
    triggeredBy: by.text('Runs that this caller triggered: the name of an API key, or `loopback`.'),
    search: by.search(
      'Runs whose input, summary or error message contains this text in its first 10,000 characters, in upper or lower case. 1 to 200 characters.',
    ),
    rootsOnly: by.flag('Whether to include only runs that no other run started. Default false.'),
  },
} as const

export type RunFilter = FilterOf<typeof runFilter> & Scoped

const definitionFields = {
  search: by.search('Text that the slug, the name or the description contains, in any case of letters.'),
}

const archiveState = choice(
  'ArchiveState',
  'Choice between archived agents or workflows, the others, and both.',
  {
    ACTIVE: 'Objects that are not archived.',
    ARCHIVED: 'Archived objects.',
    ANY: 'Archived objects and others.',
  },
)

/** By the newest version of each. */
export const agentFilter = {
  name: 'AgentFilter',
  description: 'Filter for agents. Each field that is given must match.',
  fields: {
    ...definitionFields,
    archived: by.choice(archiveState, 'Whether agents are archived. Default ACTIVE.'),
    tool: by.search('Name of a tool that the agent may call.'),
    model: by.search('Model that the agent calls, first or as a fallback: `provider/model`.'),
  },
} as const

export const workflowFilter = {
  name: 'WorkflowFilter',
  description: 'Filter for workflows. Each field that is given must match.',
  fields: {
    ...definitionFields,
    archived: by.choice(archiveState, 'Whether workflows are archived. Default ACTIVE.'),
  },
} as const

export const sessionFilter = {
  name: 'SessionFilter',
  description: 'Filter for sessions. Each field that is given must match.',
  fields: {
    agent: by.key('Agent', 'Sessions whose first run was of this agent, by its global id or slug.'),
    search: by.search('Text that the key contains, in any case of letters.'),
    hasActiveRun: by.flag('Whether a run of the session is QUEUED, RUNNING or WAITING.'),
    createdAfter: by.time('Sessions created after this time.'),
    createdBefore: by.time('Sessions created before this time.'),
    activeAfter: by.time('Sessions last active after this time.'),
    activeBefore: by.time('Sessions last active before this time.'),
  },
} as const

export const gateFilter = {
  name: 'GateFilter',
  description: 'Filter for gates. Each field that is given must match.',
  fields: {
    ids: by.ids('Gate', 'Gates with one of these ids, at most 100.'),
    status: by.oneOf(gateStatus, 'Gates with one of these statuses.'),
    kind: by.oneOf(
      gateKind,
      'Gates of one of these kinds. Default: of all kinds except TIME and EVENT, at which nobody decides.',
    ),
    runId: by.id('Run', 'Gates of the run with this global id.'),
    includeDescendants: by.flag('Whether to include the gates of all descendants of `runId`. Default false.'),
    agent: by.key('Agent', 'Gates of the runs of this agent, by its global id or slug.'),
    createdAfter: by.time('Gates that opened after this time.'),
    createdBefore: by.time('Gates that opened before this time.'),
  },
} as const

/** `forPerson`: only those at which a person decides. */
export type GateFilter = FilterOf<typeof gateFilter> & Scoped & { readonly forPerson?: true | undefined }

export const policyFilter = {
  name: 'PolicyFilter',
  description: 'Filter for policies. A policy must match every field that you give.',
  fields: { agent: by.key('Agent', 'Policies for this agent, by its slug or global id.') },
} as const

export const commentFilter = {
  name: 'RunCommentFilter',
  description: 'Filter for the comments on a run. A comment must match every field that you give.',
  fields: {
    stepNumber: by.integer('Comments on the step with this number, without those on its actions.'),
    actionId: by.id('Action', 'Comments on the action with this global id.'),
  },
} as const

export const deliveryStatus = choice('DeliveryStatus', 'Status of a delivery.', {
  PENDING: 'The receiver has not accepted the delivery yet.',
  DELIVERED: 'The receiver accepted the delivery.',
  ABANDONED: 'The server gave up after many attempts. `redeliver` starts again.',
})

export const deliveryFilter = {
  name: 'WebhookDeliveryFilter',
  description: 'Filter for deliveries. A delivery must match every field that you give.',
  fields: { status: by.oneOf(deliveryStatus, 'Deliveries with one of these statuses.') },
} as const

export const evaluationFilter = {
  name: 'EvaluationFilter',
  description: 'Filter for evaluations. An evaluation must match every field that you give.',
  fields: {
    dataSet: by.key('DataSet', 'Evaluations over this data set, by its slug or global id.'),
    agent: by.key('Agent', 'Evaluations of this agent, by its slug or global id.'),
    agentVersion: {
      ...by.integer(
        'Evaluations of this version of the agent. Versions are numbered by agent, so it needs `agent`.',
      ),
      needs: 'agent',
    },
    mode: by.oneOf(evaluationMode, 'Evaluations by one of these methods.'),
    status: by.oneOf(evaluationStatus, 'Evaluations with one of these statuses.'),
  },
} as const

export const canaryFilter = {
  name: 'CanaryFilter',
  description: 'Filter for canaries. A canary must match every field that you give.',
  fields: {
    agent: by.key('Agent', 'Canaries of this agent, by its slug or global id.'),
    status: by.oneOf(canaryStatus, 'Canaries with one of these statuses.'),
  },
} as const

export const resultFilter = {
  name: 'EvaluationResultFilter',
  description: 'Filter for the results of an evaluation. A result must match every field that you give.',
  fields: {
    status: by.oneOf(resultStatus, 'Results with one of these statuses.'),
    flaky: by.flag('Whether some trials of the item of the result passed and others failed.'),
  },
} as const

export const toolStatsFilter = {
  name: 'ToolStatsFilter',
  description: 'Filter for calls. A call must match every field that you give.',
  fields: {
    agent: by.key('Agent', 'Calls by runs of this agent, by its slug or global id.'),
    target: by.text('Calls of this target: the name of a tool, or another target.'),
  },
} as const

export const toolFilter = {
  name: 'ToolFilter',
  description: 'Filter for tools. Each field that is given must match.',
  fields: {
    kind: by.oneOf(toolKind, 'Tools of one of these kinds.'),
    effect: by.oneOf(shownEffect, 'Tools with one of these effects.'),
    search: by.search('Text that the name or the description contains, in any case of letters.'),
  },
} as const

export const modelFilter = {
  name: 'ModelFilter',
  description: 'Filter for models. Each field that is given must match.',
  fields: {
    provider: by.search('Models of the provider with this name.'),
    configured: by.flag('Whether the provider of the model is set up.'),
    search: by.search('Text that the name contains, in any case of letters.'),
  },
} as const
