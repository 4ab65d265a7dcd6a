import { type GraphQLSchema, getNamedType, isLeafType, isObjectType } from 'graphql'
import { type Answers, mutationDocuments } from './mutation-documents.ts'

/**
 * The documents of the console that follow from the schema, as text; codegen.ts reads them with the `.graphql` files of the pages. It runs
 * where code is generated, and is no part of the page.
 */
export function consoleDocuments(schema: GraphQLSchema): string {
  return [
    mutationDocuments(schema, answers, 'path'),
    ...wholes.map((each) => whole(schema, each)),
    ...Object.entries(lists).map(([name, each]) => list(schema, name, each)),
    definition(schema),
    definitionSchema,
    runEvents(schema),
  ].join('\n')
}

/** The mutations of the console: of each, what it reads of the object that means success. */
const answers: Answers = {
  abortRun: 'id status',
  abortRuns: '...RunBatchFields',
  addDataSetItems: 'added dataSet { ...DataSetRow }',
  addRunsToDataSet: 'added dataSet { ...DataSetRow }',
  archiveAgent: 'id archivedAt',
  archiveWorkflow: '...WorkflowHead',
  cancelEvaluation: '...EvaluationRow',
  commentRun: 'id',
  createAgent: 'id slug',
  createApiKey: 'key apiKey { ...KeyRow }',
  createDataSet: 'id slug',
  createSchedule: '...ScheduleRow',
  createWebhook: 'secret webhook { ...WebhookRow }',
  createWorkflow: 'id slug',
  deleteAgent: 'id',
  deleteBinding: 'id',
  deleteEventSource: 'id',
  deleteEventTrigger: 'id',
  deletePolicy: 'id',
  deleteRating: 'id',
  deleteRun: 'id',
  deleteRunComment: 'id',
  deleteRelic: 'id',
  deleteSchedule: 'id',
  deleteSession: 'id runCount',
  deleteWebhook: 'id',
  deleteWorkflow: 'id',
  fireSchedule: 'id status',
  forkRun: 'id',
  rateRun: 'id run { ...RatingsOfRun }',
  redeliver: '...DeliveryRow',
  removeDataSetItems: 'removed dataSet { ...DataSetRow }',
  replayRun: 'id',
  resolveGate: '...GateShown',
  restoreAgent: 'id source archivedAt',
  restoreWorkflow: '...WorkflowHead',
  resumeRun: 'id status',
  retryRun: 'id',
  retryRuns: '...RunBatchFields',
  revokeApiKey: '...KeyRow',
  rollBackAgent: '...AgentShown',
  rollBackWorkflow: '...WorkflowHead',
  rotateWebhookSecret: 'secret webhook { id }',
  runWorkflow: 'id status',
  saveBinding: '...BindingShown',
  saveEventSource: 'secret source { id }',
  saveEventTrigger: '...EventTriggerRow',
  savePolicy: '...PolicyShown',
  saveRelic: '...RelicWhole',
  sendEvent: '...EventRow',
  setVersionWeights: '...AgentTraffic',
  startCanary: 'id agent { ...AgentTraffic }',
  startEvaluation: '...EvaluationRow',
  steerRun: 'id',
  stopCanary: 'id agent { ...AgentTraffic }',
  testWebhook: 'accepted status durationMs body error',
  triggerRun: 'id status session { id key }',
  updateAgent: '...AgentShown',
  updateProject: '...ProjectSettings',
  updateRun: 'id tags',
  updateSchedule: '...ScheduleRow',
  updateSession: 'id memory',
  updateWebhook: '...WebhookRow',
  updateWorkflow: '...WorkflowHead',
}

/** The whole definition of an agent: its editor gives back what it does not show. */
function definition(schema: GraphQLSchema): string {
  const fields = fieldsOf(schema, 'AgentDefinition').map(({ name, type }) => {
    const object = getNamedType(type)
    return isObjectType(object) ? `${name} { ${Object.keys(object.getFields()).join(' ')} }` : name
  })
  return `fragment DefinitionShown on AgentDefinition { ${fields.join(' ')} }`
}

/** A type of the introspection with those that it wraps: a list of values that are never null has three. */
const wrapped = (fragment: string) => [1, 2, 3].reduce((inner) => `${fragment} ofType { ${inner} }`, fragment)

/** What a definition may hold, from the schema of the API itself. */
const definitionSchema = `query DefinitionSchema {
  __type(name: "AgentDefinitionInput") { inputFields { name description type { ${wrapped('...NestedType')} } } }
}
fragment NestedType on __Type {
  ...NamedType
  inputFields { name description type { ${wrapped('...NamedType')} } }
}
fragment NamedType on __Type { kind name enumValues { name } }`

/** Fragments of objects that are shown whole: the type, and what is read of the objects that it refers to. */
const wholes: readonly (readonly [fragment: string, type: string, more: string])[] = [
  ['BindingShown', 'Binding', 'agent { ...AgentName }'],
  ['DataSetRow', 'DataSet', 'items(first: 1) { totalCount }'],
  ['DeliveryRow', 'WebhookDelivery', 'run { id status }'],
  ['EvaluationRow', 'Evaluation', 'agent { ...AgentName } dataSet { id slug name }'],
  ['EventRow', 'ReceivedEvent', 'gates { id run { id status } } runs { id status }'],
  ['EventSourceRow', 'EventSource', ''],
  ['EventTriggerRow', 'EventTrigger', 'agent { ...AgentName }'],
  ['HttpSettings', 'HttpRelicSettings', 'headers { name value }'],
  ['KeyRow', 'ApiKey', ''],
  ['KeyValueSettings', 'KeyValueRelicSettings', ''],
  ['PolicyShown', 'Policy', 'agent { ...AgentName }'],
  ['ProjectSettings', 'Project', 'defaultLimits { ...RunLimits } spentToday { ...Spending }'],
  ['QueueShown', 'Queue', 'workers { ...WorkerShown }'],
  [
    'RelicWhole',
    'Relic',
    'operations { ...RelicOperationShown } settings { __typename ...HttpSettings ...KeyValueSettings ...SqlSettings }',
  ],
  ['RelicOperationShown', 'RelicOperation', ''],
  [
    'ResultRow',
    'EvaluationResult',
    'item { id key input } itemTrials { passed total flaky } checks { kind expected passed reason } run { id }',
  ],
  ['RunLimits', 'DefaultLimits', ''],
  ['ScheduleRow', 'Schedule', 'agent { ...AgentName }'],
  ['Spending', 'DaySpending', ''],
  ['SqlSettings', 'SqlRelicSettings', ''],
  ['ToolShown', 'Tool', ''],
  ['UsageGroup', 'UsageBucket', 'agent { ...AgentName } session { id key } usage { ...UsageFigures }'],
  ['WebhookRow', 'Webhook', ''],
  ['WorkerShown', 'Worker', ''],
  ['WorkflowHead', 'Workflow', ''],
  [
    'WorkflowVersionShown',
    'WorkflowVersion',
    'changes { field before after } plan { json waves actions { name type target mode } edges { from to kind } }',
  ],
]

function whole(schema: GraphQLSchema, [fragment, type, more]: (typeof wholes)[number]): string {
  const leaves = fieldsOf(schema, type).filter((field) => isLeafType(getNamedType(field.type)))
  return `fragment ${fragment} on ${type} { ${leaves.map(({ name }) => name).join(' ')} ${more} }`
}

/** Lists that are read page by page: the field of the API, the size of a page, and what is read of each object. */
const lists: Readonly<Record<string, readonly [field: string, size: number, object: string]>> = {
  Agents: ['agents', 50, '...AgentRow'],
  ApiKeys: ['apiKeys', 100, '...KeyRow'],
  Bindings: ['bindings', 100, '...BindingShown'],
  DataSets: ['dataSets', 100, '...DataSetRow'],
  Evaluations: ['evaluations', 50, '...EvaluationRow'],
  EventSources: ['eventSources', 100, '...EventSourceRow'],
  EventTriggers: ['eventTriggers', 100, '...EventTriggerRow'],
  ReceivedEvents: ['receivedEvents', 50, '...EventRow'],
  Relics: ['relics', 100, '...RelicWhole'],
  Schedules: ['schedules', 100, '...ScheduleRow'],
  Sessions: ['sessions', 50, '...SessionRow'],
  Webhooks: [
    'webhooks',
    100,
    `...WebhookRow
      pending: deliveries(first: 1, filter: { status: [PENDING] }) { totalCount }
      abandoned: deliveries(first: 1, filter: { status: [ABANDONED] }) { totalCount }`,
  ],
  Workflows: [
    'workflows',
    100,
    `...WorkflowHead
      latest { number agent plan { waves } }
      runs(first: 1) { totalCount nodes { id status createdAt } }`,
  ],
}

function list(schema: GraphQLSchema, name: string, [field, size, object]: (typeof lists)[string]): string {
  const all = schema.getQueryType()?.getFields()[field]?.args ?? []
  const given = all.filter(({ name }) => ['filter', 'orderBy', 'after'].includes(name))
  return `query ${name}(${given.map(({ name, type }) => `$${name}: ${type}`).join(', ')}) {
  ${field}(first: ${size}, ${given.map(({ name }) => `${name}: $${name}`).join(', ')}) {
    totalCount
    pageInfo { ...Next }
    nodes { ${object} }
  }
}`
}

function fieldsOf(schema: GraphQLSchema, name: string) {
  const type = schema.getType(name)
  if (!isObjectType(type)) throw new Error(`The schema has no type ${name}.`)
  return Object.values(type.getFields()).filter(({ args }) => args.length === 0)
}

/** What the page of a run reads of each event, for its log and for the text that is streamed. */
const eventFields: Readonly<Record<string, string>> = {
  ActionAttemptFailed: 'name attempt delayMs error',
  ActionCompleted: 'name durationMs',
  ActionDenied: 'name reason',
  ActionFailed: 'name error',
  ActionSkipped: 'name reason',
  ActionStarted: 'name target attempt',
  ArgumentsDelta: 'tool text',
  AttemptDiscarded: 'messageId discardReason: reason',
  ChildRunEnded: 'name status',
  ChildRunStarted: 'name agentName',
  CompactionStarted: 'tokens limit',
  ConfidenceRequested: 'requestedBy',
  ContextCompacted: 'strategies tokensBefore tokensAfter',
  ErrorOccurred: 'code message',
  FinalAnswer: 'answer: text',
  GateResolved: 'gateStatus resolvedBy',
  InputInjected: 'injected: text sentBy',
  ActionLogged: 'actionId name level message data loggedAt',
  ActionProgressed: 'name progress progressTotal progressMessage',
  ActionStepCompleted: 'name key',
  ModelSwitched: 'fromModel toModel switchReason: reason',
  PlanGenerated: 'actions { name }',
  ReasoningDelta: 'messageId offset text',
  RunCompleted: 'status terminationReason totalSteps totalActions',
  RunFailed: 'errorCode error',
  RunRecovered: 'recoveries',
  RunResumed: 'resumedBy',
  RunStarted: 'agentName maxSteps',
  RunWaiting: 'childRuns openGates: gates',
  StageStarted: 'name index total',
  StateEdited: 'contextEdited editedMessages droppedFrom',
  StepCompleted: 'actionsCompleted',
  Terminating: 'terminationReason abortedBy abortReason',
  TextDelta: 'messageId offset text',
  UsageReported: 'model usage { totalTokens costUsd unpricedCalls }',
  Warning: 'code message',
}

/** Events after which the run itself is another one. */
const ofRun: ReadonlySet<string> = new Set([
  ...['RunStarted', 'RunWaiting', 'RunResumed', 'RunContinued', 'RunRecovered', 'RunFailed', 'RunCompleted'],
  ...['GateOpened', 'GateResolved', 'StepCompleted'],
])

/** The events of the page of a run, with the object that each of them changes. */
function runEvents(schema: GraphQLSchema): string {
  const event = schema.getType('RunEvent')
  const changed = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => {
      if (!type.getInterfaces().some((each) => each === event)) return []
      const { step, action } = type.getFields()
      const parts = [
        ofRun.has(type.name) && 'run { ...RunLive }',
        // The judgement of a step comes with its end.
        step && type.name !== 'Validated' && 'step { ...StepLive }',
        // A line of its log changes nothing of an action.
        action && type.name !== 'ActionLogged' && 'action { ...ActionLive }',
      ].filter(Boolean)
      return parts.length > 0 ? [on(type.name, parts.join(' '))] : []
    })
  return `subscription RunPageEvents($runId: ID!, $after: String, $types: [RunEventType!]) {
  runEvents(runId: $runId, after: $after, types: $types) {
    __typename id cursor seq at type stepNumber
    ...EventText
    ${changed.join('\n    ')}
  }
}

fragment EventText on RunEvent {
  ${Object.entries(eventFields)
    .map(([name, fields]) => on(name, fields))
    .join('\n  ')}
}`
}

function on(type: string, fields: string): string {
  return `... on ${type} { ${fields} }`
}
