import { eventFields, leavesOf } from '../../graphql/run-events-document.ts'
import { schema } from '../../graphql/schema.ts'
import { runFields } from '../trigger/triggered-run.ts'

/** The end of the selection of a mutation's result: the errors. */
const errors = '... on Error { code message } ... on InvalidInputError { path }'

const page = 'pageInfo { hasNextPage endCursor }'

const agentFields = `fragment AgentFields on Agent {
  ${leavesOf(schema.getType('Agent'))}
  tools { name description }
  warnings { code message path }
}`

const gateFields = `fragment GateFields on Gate {
  ${leavesOf(schema.getType('Gate'))}
  run { id agent { id slug } }
  action { id name target parameters }
  resolution { answer arguments }
  context {
    __typename
    stepNumber
    ... on CallContext { action arguments target type }
    ... on PlanContext { reasoning actions { ${leavesOf(schema.getType('ActionToApprove'))} } }
    ... on QuestionContext { action key question schema target url }
  }
}`

const actionFields = `fragment ActionFields on Action {
  id name type mode status target wave dependsOn attempt parameters output error errorCode startedAt durationMs
  childRun { id status }
}`

const stepFields = `fragment StepFields on Step {
  id number text reasoning progress success error startedAt durationMs
  usage { ...UsageFields }
}`

const usageFields = `fragment UsageFields on Usage { ${leavesOf(schema.getType('Usage'))} }`

const messageFields = `fragment MessageFields on Message {
  ${leavesOf(schema.getType('Message'))}
  parts {
    __typename
    ${partsOf('TextPart ReasoningPart RefusalPart ToolCallPart ToolResultPart FilePart')}
  }
}`

const eventsFields = `fragment EventFields on RunEvent {
  id cursor type seq at stepNumber
  ${eventFields(schema).join('\n  ')}
}`

const fileFields = `fragment FileFields on File { ${leavesOf(schema.getType('File'))} }`

const ratingFields = `fragment RatingFields on Rating { ${leavesOf(schema.getType('Rating'))} run { id } }`

/** What a list shows of a run: without the texts that may be long, and without what costs a look at other rows. */
const listedRun = `fragment ListedRun on Run {
  id status terminationReason agent { id slug } agentVersion summary error { code message }
  triggeredBy traceId progress stepCount createdAt startAt startedAt completedAt durationMs
}`

export const listAgents = `query ListAgents($first: Int, $after: String, $filter: AgentFilter) {
  agents(first: $first, after: $after, filter: $filter) { nodes { ...AgentFields } ${page} }
}
${agentFields}`

export const getAgent = `query GetAgent($id: ID, $slug: String) { agent(id: $id, slug: $slug) { ...AgentFields } }
${agentFields}`

export const listRuns = `query ListRuns(
  $first: Int, $after: String, $filter: RunFilter,
  $orderBy: RunOrderField! = CREATED_AT, $direction: OrderDirection! = DESC
) {
  runs(first: $first, after: $after, filter: $filter, orderBy: { field: $orderBy, direction: $direction }) {
    nodes { ...ListedRun }
    ${page}
  }
}
${listedRun}`

export const listSteps = `query ListSteps($id: ID!, $first: Int, $after: String) {
  run(id: $id) { steps(first: $first, after: $after) { nodes { ...StepFields actions { ...ActionFields } } ${page} } }
}
${stepFields}
${usageFields}
${actionFields}`

export const listMessages = `query ListMessages($id: ID!, $first: Int, $after: String) {
  run(id: $id) { messages(first: $first, after: $after) { nodes { ...MessageFields } ${page} } }
}
${messageFields}`

export const listEvents = `query ListEvents($id: ID!, $first: Int, $after: String, $types: [RunEventType!], $includeDescendants: Boolean) {
  run(id: $id) {
    events(first: $first, after: $after, types: $types, includeDescendants: $includeDescendants) { nodes { ...EventFields } ${page} }
  }
}
${eventsFields}`

export const getRunUsage = `query GetRunUsage($id: ID!) {
  run(id: $id) {
    own: usage { ...UsageFields }
    withDescendants: usage(includeDescendants: true) { ...UsageFields }
  }
}
${usageFields}`

export const getUsage = `query GetUsage($agent: ID, $since: DateTime, $until: DateTime, $groupBy: [UsageDimension!]) {
  usage(agent: $agent, since: $since, until: $until, groupBy: $groupBy) {
    agentId agentVersion day model provider purpose sessionId
    run { id }
    usage { ...UsageFields }
  }
}
${usageFields}`

export const listGates = `query ListGates($first: Int, $after: String, $filter: GateFilter) {
  gates(first: $first, after: $after, filter: $filter) { nodes { ...GateFields } ${page} }
}
${gateFields}`

export const getGate = `query GetGate($id: ID!) { gate(id: $id) { ...GateFields } }
${gateFields}`

export const getFile = `query GetFile($id: ID!) { file(id: $id) { ...FileFields } }
${fileFields}`

export const resolveGate = mutation('resolveGate', 'Gate', '...GateFields', gateFields)
export const abortRun = mutation('abortRun', 'Run', '...RunFields', runFields)
export const resumeRun = mutation('resumeRun', 'Run', '...RunFields', runFields)
export const retryRun = mutation('retryRun', 'Run', '...RunFields', runFields)
export const forkRun = mutation('forkRun', 'Run', '...RunFields', runFields)
export const steerRun = mutation('steerRun', 'Run', '...RunFields', runFields)
export const rateRun = mutation('rateRun', 'Rating', '...RatingFields', ratingFields)
export const sendEvent = mutation('sendEvent', 'ReceivedEvent', 'id key name receivedAt expiresAt')
export const uploadFile = mutation('uploadFile', 'File', '...FileFields', fileFields)
export const createFileUpload = mutation('createFileUpload', 'FileUpload', 'fileId url expiresAt')

function mutation(field: string, type: string, selection: string, fragments = ''): string {
  const name = field.replace(/^./, (letter) => letter.toUpperCase())
  return `mutation ${name}($input: ${name}Input!) {
  ${field}(input: $input) { __typename ... on ${type} { ${selection} } ${errors} }
}
${fragments}`
}

function partsOf(types: string): string {
  return types
    .split(' ')
    .map((name) => `... on ${name} { ${leavesOf(schema.getType(name))} }`)
    .join('\n    ')
}
