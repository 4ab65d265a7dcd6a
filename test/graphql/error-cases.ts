import { type NodeKind, toGlobalId } from '../../src/graphql/global-id.ts'
import { toBindingId } from '../../src/graphql/objects/binding.ts'

/** Objects that the mutations are tried on: global ids, and existing slugs. */
export interface Cast {
  /** An agent, and a workflow whose parameters need a `topic`, of this slug. */
  readonly slug: string
  readonly agent: string
  readonly workflow: string
  /** An agent that is archived, by its slug and id. Version 9 of `agent` and `workflow` names what is not there. */
  readonly archived: string
  readonly archivedId: string
  /** An agent that is defined in code. */
  readonly agentInCode: string
  /** A run that is COMPLETED, and one that has not begun. */
  readonly ended: string
  readonly waiting: string
  /** A gate that is open, one that is only for administrators, and one that is decided. */
  readonly gate: string
  readonly guarded: string
  readonly decided: string
  readonly webhook: string
  readonly schedule: string
  /** A schedule whose session has an unfinished run, which the agent does not want a second beside. */
  readonly busySchedule: string
  /** The key of that session. */
  readonly busySession: string
  /** A delivery to a webhook that is disabled. */
  readonly delivery: string
  /** Of a data set of this slug: an evaluation that has not ended. */
  readonly evaluation: string
  readonly dataSet: string
  /** An agent with versions 1 and 9 and a running canary, by its slug, and a canary that has ended. */
  readonly tried: string
  readonly endedCanary: string
  /** The one valid API key with the role ADMIN. */
  readonly lastKey: string
  /** A run of the full project that has all ratings and comments that it may. */
  readonly rated: string
}

/** An error that a mutation can answer with, and what brings it. */
export interface ErrorCase {
  readonly member: string
  readonly code: string
  readonly input: (cast: Cast) => object
  /** Whether it names no part of the input. Default: it names one, if the input is invalid. */
  readonly isPathless?: boolean
  /** Operation before it. */
  readonly after?: (cast: Cast) => object
  /**
   * Where it is tried: in a project that has reached all its limits, on a server without a key, or by an operator. Default: none of these.
   */
  readonly where?: 'full' | 'keyless' | 'operator' | undefined
}

const nobody = '01a1fc06-04c2-77c6-8fd1-f6493b2473ef'
const unknown = (kind: NodeKind) => ({ id: toGlobalId(kind, nobody) })

const missing = (input: ErrorCase['input']): ErrorCase => ({
  member: 'NotFoundError',
  code: 'NOT_FOUND',
  input,
})
const invalid = (input: ErrorCase['input'], code = 'INVALID_INPUT'): ErrorCase => ({
  member: 'InvalidInputError',
  code,
  input,
})
/** The slug of an object where its id is wanted. */
const noId = (more: object = {}): ErrorCase => invalid(({ slug }) => ({ ...more, id: slug }), 'INVALID_ID')
const conflict = (code: string, input: ErrorCase['input'], more: Partial<ErrorCase> = {}): ErrorCase => ({
  member: 'ConflictError',
  code,
  input,
  ...more,
})
const full = (input: ErrorCase['input']): ErrorCase => ({
  member: 'LimitExceededError',
  code: 'LIMIT_EXCEEDED',
  input,
  where: 'full',
})

const definition = { name: 'One', model: 'scripted/one' }
const plan = { actions: [{ name: 'a', type: 'TOOL', target: 'look', parameters: {} }] }
const workflow = { name: 'One', plan }
const relic = { kind: 'KEY_VALUE' }

/** Each error of each mutation. An error that is missing here is in `unreached`, or the test fails. */
export const errorCases: Readonly<Record<string, readonly ErrorCase[]>> = {
  createAgent: [
    invalid(() => ({ slug: 'No slug!', definition })),
    conflict('SLUG_TAKEN', ({ slug }) => ({ slug, definition })),
  ],
  updateAgent: [
    invalid(({ agent }) => ({ id: agent, definition: { maxSteps: 0 } })),
    missing(() => ({ ...unknown('Agent'), definition: {} })),
    noId({ definition: {} }),
    conflict('VERSION_CONFLICT', ({ agent }) => ({ id: agent, definition: {}, expectedVersion: 99 })),
    conflict('ARCHIVED', ({ archivedId }) => ({ id: archivedId, definition: {} })),
  ],
  rollBackAgent: [
    invalid(({ agent }) => ({ id: agent, version: 9 })),
    missing(() => ({ ...unknown('Agent'), version: 1 })),
    noId({ version: 1 }),
    missing(({ agent }) => ({ id: agent, version: 77 })),
    conflict('VERSION_CONFLICT', ({ agent }) => ({ id: agent, version: 1, expectedVersion: 99 })),
  ],
  archiveAgent: [
    missing(() => unknown('Agent')),
    noId(),
    conflict('AGENT_IN_CODE', ({ agentInCode }) => ({ id: agentInCode })),
  ],
  restoreAgent: [missing(() => unknown('Agent')), noId()],
  deleteAgent: [
    missing(() => unknown('Agent')),
    noId(),
    conflict('DEFINITION_IN_USE', ({ agent }) => ({ id: agent })),
  ],
  triggerRun: [
    invalid(({ agent }) => ({ agent, input: ' ' })),
    { ...invalid(({ agent }) => ({ agent, input: 'x'.repeat(1_048_577) })), code: 'INPUT_TOO_LARGE' },
    missing(() => ({ agent: 'nobody', input: 'Hi' })),
    { ...missing(() => ({ origin: { channel: 'unbound' }, input: 'Hi' })), code: 'NO_BINDING' },
    conflict('IDEMPOTENCY_CONFLICT', ({ agent }) => ({ agent, input: 'Two', idempotencyKey: 'k' }), {
      after: ({ agent }) => ({ agent, input: 'One', idempotencyKey: 'k' }),
    }),
  ],
  abortRun: [
    {
      ...invalid(({ waiting }) => ({ id: waiting, reason: 'x'.repeat(1_048_577) })),
      code: 'INPUT_TOO_LARGE',
    },
    missing(() => unknown('Run')),
    noId(),
    conflict('ILLEGAL_TRANSITION', ({ ended }) => ({ id: ended })),
  ],
  resumeRun: [
    invalid(({ ended }) => ({ id: ended, maxSteps: 0 })),
    missing(() => unknown('Run')),
    noId(),
    conflict('ILLEGAL_TRANSITION', ({ ended }) => ({ id: ended })),
  ],
  forkRun: [
    invalid(({ ended }) => ({ id: ended, afterStep: 99 })),
    missing(() => ({ ...unknown('Run'), afterStep: 0 })),
    noId({ afterStep: 0 }),
  ],
  retryRun: [
    missing(() => unknown('Run')),
    noId(),
    conflict('RUN_NOT_FINISHED', ({ waiting }) => ({ id: waiting })),
  ],
  replayRun: [
    missing(() => unknown('Run')),
    noId(),
    conflict('RUN_NOT_FINISHED', ({ waiting }) => ({ id: waiting })),
  ],
  abortRuns: [
    invalid(() => ({ filter: {} })),
    invalid(() => ({ filter: { rootsOnly: false, search: '' } })),
    { ...invalid(() => ({ filter: {}, reason: 'x'.repeat(100_000) })), code: 'INPUT_TOO_LARGE' },
  ],
  retryRuns: [invalid(({ slug }) => ({ filter: { agent: slug }, limit: 5_001 }))],
  deleteRun: [
    missing(() => unknown('Run')),
    noId(),
    conflict('RUN_NOT_FINISHED', ({ waiting }) => ({ id: waiting })),
  ],
  deleteSession: [
    { ...invalid(() => ({ key: 'a\0b' })), isPathless: true },
    missing(() => ({ key: 'nobody' })),
    conflict('RUN_NOT_FINISHED', ({ busySession }) => ({ key: busySession })),
  ],
  steerRun: [
    invalid(({ waiting }) => ({ id: waiting, message: '' })),
    missing(() => ({ ...unknown('Run'), message: 'Hi' })),
    noId({ message: 'Hi' }),
    conflict('RUN_NOT_ACTIVE', ({ ended }) => ({ id: ended, message: 'Hi' })),
  ],
  checkConfidence: [
    missing(() => unknown('Run')),
    noId(),
    conflict('RUN_NOT_ACTIVE', ({ ended }) => ({ id: ended })),
  ],
  updateRun: [
    invalid(({ ended }) => ({ id: ended, addTags: [''] })),
    missing(() => ({ ...unknown('Run'), tags: [] })),
    noId({ tags: [] }),
  ],
  rateRun: [
    invalid(({ ended }) => ({ runId: ended, score: 2 })),
    missing(() => ({ runId: unknown('Run').id, score: 1 })),
    conflict('RUN_NOT_FINISHED', ({ waiting }) => ({ runId: waiting, score: 1 })),
    full(({ rated }) => ({ runId: rated, score: 1 })),
    invalid(({ slug }) => ({ runId: slug, score: 1 }), 'INVALID_ID'),
  ],
  commentRun: [
    invalid(({ ended }) => ({ runId: ended, text: ' ' })),
    invalid(({ ended }) => ({ runId: ended, text: 'Hm.', stepNumber: 7 })),
    missing(() => ({ runId: unknown('Run').id, text: 'Hm.' })),
    missing(({ ended }) => ({ runId: ended, text: 'Hm.', actionId: unknown('Action').id })),
    full(({ rated }) => ({ runId: rated, text: 'Hm.' })),
    invalid(({ slug }) => ({ runId: slug, text: 'Hm.' }), 'INVALID_ID'),
  ],
  setVersionWeights: [
    invalid(({ slug }) => ({ agent: slug, weights: [{ version: 0, weight: 1 }] })),
    missing(({ slug }) => ({ agent: slug, weights: [{ version: 77, weight: 1 }] })),
    conflict('ARCHIVED', ({ archived }) => ({ agent: archived, weights: [] })),
    conflict('CANARY_RUNNING', ({ tried }) => ({ agent: tried, weights: [] })),
  ],
  startCanary: [
    invalid(({ slug }) => ({ agent: slug, version: 9, weight: 2 })),
    missing(({ slug }) => ({ agent: slug, version: 77, baselineVersion: 1 })),
    conflict('ARCHIVED', ({ archived }) => ({ agent: archived, version: 1, baselineVersion: 2 })),
    conflict('CANARY_RUNNING', ({ tried }) => ({ agent: tried, version: 9, baselineVersion: 1 })),
  ],
  stopCanary: [
    noId(),
    missing(() => unknown('Canary')),
    conflict('CANARY_ENDED', ({ endedCanary }) => ({ id: endedCanary })),
  ],
  deleteRunComment: [missing(() => unknown('RunComment')), noId()],
  deleteRating: [missing(() => unknown('Rating')), noId()],
  updateSession: [invalid(() => ({ key: '', memory: [] }))],
  saveBinding: [
    invalid(({ slug }) => ({ agent: slug, channel: ' ' })),
    missing(() => ({ agent: 'nobody', channel: 'mail' })),
    conflict('BINDING_TAKEN', ({ slug }) => ({ agent: slug, channel: 'chat' }), {
      after: ({ slug }) => ({ agent: slug, channel: 'chat' }),
    }),
  ],
  deleteBinding: [missing(() => ({ id: toBindingId(nobody) })), noId()],
  saveRelic: [
    invalid(() => ({ ...relic, name: '' })),
    missing(() => ({ ...relic, ...unknown('Relic'), name: 'notes' })),
    noId({ ...relic, name: 'notes' }),
    conflict('RELIC_TAKEN', () => ({ ...relic, name: 'notes' }), {
      after: () => ({ ...relic, name: 'notes' }),
    }),
  ],
  deleteRelic: [missing(() => unknown('Relic')), noId()],
  resolveGate: [
    invalid(({ gate }) => ({ id: gate, decision: 'REVISE' })),
    missing(() => ({ ...unknown('Gate'), decision: 'APPROVE' })),
    noId({ decision: 'APPROVE' }),
    conflict('GATE_RESOLVED', ({ decided }) => ({ id: decided, decision: 'APPROVE' })),
    {
      member: 'ForbiddenError',
      code: 'FORBIDDEN',
      input: ({ guarded }) => ({ id: guarded, decision: 'APPROVE' }),
      where: 'operator',
    },
  ],
  createWorkflow: [
    invalid(() => ({ slug: 'No slug!', definition: workflow })),
    conflict('SLUG_TAKEN', ({ slug }) => ({ slug, definition: workflow })),
  ],
  updateWorkflow: [
    invalid((cast) => ({ id: cast.workflow, definition: { name: '' } })),
    missing(() => ({ ...unknown('Workflow'), definition: {} })),
    noId({ definition: {} }),
    conflict('VERSION_CONFLICT', (cast) => ({ id: cast.workflow, definition: {}, expectedVersion: 99 })),
  ],
  rollBackWorkflow: [
    invalid((cast) => ({ id: cast.workflow, version: 9 })),
    missing(() => ({ ...unknown('Workflow'), version: 1 })),
    noId({ version: 1 }),
    missing((cast) => ({ id: cast.workflow, version: 77 })),
    conflict('VERSION_CONFLICT', (cast) => ({ id: cast.workflow, version: 1, expectedVersion: 99 })),
  ],
  archiveWorkflow: [missing(() => unknown('Workflow')), noId()],
  restoreWorkflow: [missing(() => unknown('Workflow')), noId()],
  deleteWorkflow: [
    missing(() => unknown('Workflow')),
    noId(),
    conflict('DEFINITION_IN_USE', (cast) => ({ id: cast.workflow })),
  ],
  runWorkflow: [
    invalid(({ slug }) => ({ workflow: slug, agent: slug, parameters: {} })),
    missing(({ slug }) => ({ workflow: 'nothing', agent: slug })),
    {
      ...{ member: 'LimitExceededError', code: 'LIMIT_EXCEEDED' },
      input: ({ slug }) => ({
        ...{ workflow: slug, agent: slug },
        prompts: Array.from({ length: 21 }, () => ({
          parameter: 'topic',
          prompt: { server: 'a', name: 'b' },
        })),
      }),
    },
    conflict(
      'IDEMPOTENCY_CONFLICT',
      ({ slug }) => ({ workflow: slug, agent: slug, parameters: { topic: 'b' }, idempotencyKey: 'w' }),
      {
        after: ({ slug }) => ({
          workflow: slug,
          agent: slug,
          parameters: { topic: 'a' },
          idempotencyKey: 'w',
        }),
      },
    ),
  ],
  savePolicy: [
    invalid(() => ({ permission: 'DENY', operation: 'get', type: 'TOOL' })),
    missing(() => ({ permission: 'DENY', agent: 'nobody' })),
    conflict('POLICY_TAKEN', () => ({ permission: 'DENY', target: 'look' }), {
      after: () => ({ permission: 'DENY', target: 'look' }),
    }),
    full(() => ({ permission: 'DENY', target: 'one-too-many' })),
  ],
  deletePolicy: [missing(() => unknown('Policy')), noId()],
  createApiKey: [
    invalid(() => ({ name: ' ', role: 'ADMIN' })),
    invalid(() => ({ name: 'x'.repeat(201), role: 'ADMIN' })),
    conflict('KEY_NAME_TAKEN', () => ({ name: 'ops', role: 'VIEWER' }), {
      after: () => ({ name: 'ops', role: 'VIEWER' }),
    }),
    full(() => ({ name: 'one more', role: 'ADMIN' })),
  ],
  createAccessToken: [
    invalid(({ ended }) => ({ runId: ended, sessionKey: 'both', subject: 'ann' })),
    invalid(() => ({ sessionKey: 'one', subject: 'loopback' })),
    invalid(() => ({ sessionKey: 'one', subject: 'ann', expiresInMs: 86_400_001 })),
    invalid(() => ({ sessionKey: ' ', subject: 'ann' })),
    invalid(() => ({ tag: ' spaces ', subject: 'ann' })),
    invalid(() => ({ sessionKey: 'one', subject: 'ann', abilities: [] })),
    invalid(() => ({ sessionKey: 'one', subject: 'ann', abilities: ['TRIGGER'] })),
    invalid(({ ended, slug }) => ({ runId: ended, subject: 'ann', abilities: ['TRIGGER'], agent: slug })),
    missing(() => ({ runId: toGlobalId('Run', nobody), subject: 'ann' })),
    invalid(() => ({ runId: 'nightly', subject: 'ann' }), 'INVALID_ID'),
    missing(() => ({ sessionKey: 'one', subject: 'ann', abilities: ['TRIGGER'], agent: 'nobody' })),
    conflict('TOKEN_KEY_MISSING', () => ({ sessionKey: 'one', subject: 'ann' }), { where: 'keyless' }),
  ],
  revokeApiKey: [
    missing(() => unknown('ApiKey')),
    noId(),
    conflict('LAST_ADMINISTRATOR', ({ lastKey }) => ({ id: lastKey })),
  ],
  createWebhook: [
    invalid(() => ({ url: 'ftp://example.com' })),
    conflict('SIGNING_KEY_MISSING', () => ({ url: 'https://example.com/told' }), { where: 'keyless' }),
    full(() => ({ url: 'https://example.com/told' })),
  ],
  updateWebhook: [
    invalid(({ webhook }) => ({ id: webhook, url: 'ftp://example.com' })),
    missing(() => ({ ...unknown('Webhook'), enabled: true })),
    noId({ enabled: true }),
  ],
  deleteWebhook: [missing(() => unknown('Webhook')), noId()],
  testWebhook: [
    missing(() => unknown('Webhook')),
    noId(),
    conflict('SIGNING_KEY_MISSING', ({ webhook }) => ({ id: webhook }), { where: 'keyless' }),
  ],
  rotateWebhookSecret: [
    invalid(({ webhook }) => ({ id: webhook, keepOldForMs: -1 })),
    missing(() => unknown('Webhook')),
    noId(),
    conflict('SIGNING_KEY_MISSING', ({ webhook }) => ({ id: webhook }), { where: 'keyless' }),
  ],
  redeliver: [
    missing(() => unknown('WebhookDelivery')),
    noId(),
    conflict('WEBHOOK_DISABLED', ({ delivery }) => ({ id: delivery })),
  ],
  createSchedule: [
    invalid(({ slug }) => ({ agent: slug, cron: 'never', input: 'Hi' })),
    missing(() => ({ agent: 'nobody', cron: '0 9 * * *', input: 'Hi' })),
    conflict('ARCHIVED', ({ archived }) => ({ agent: archived, cron: '0 9 * * *', input: 'Hi' })),
    full(({ slug }) => ({ agent: slug, cron: '0 9 * * *', input: 'Hi' })),
  ],
  updateSchedule: [
    invalid(({ schedule }) => ({ id: schedule, cron: 'never' })),
    missing(() => ({ ...unknown('Schedule'), enabled: true })),
    noId({ enabled: true }),
    conflict('ARCHIVED', ({ schedule, archived }) => ({ id: schedule, agent: archived })),
  ],
  deleteSchedule: [missing(() => unknown('Schedule')), noId()],
  createDataSet: [
    invalid(() => ({ slug: 'No slug' })),
    missing(() => ({ slug: 'new', items: [{ input: 'Hi', sourceRunId: unknown('Run').id }] })),
    conflict('SLUG_TAKEN', ({ slug }) => ({ slug })),
    full(() => ({ slug: 'one-more' })),
  ],
  addDataSetItems: [
    invalid(({ slug }) => ({ dataSet: slug, items: [{ input: '' }] })),
    missing(() => ({ dataSet: 'nothing', items: [{ input: 'Hi' }] })),
    {
      ...{ member: 'LimitExceededError', code: 'LIMIT_EXCEEDED' },
      input: ({ slug }) => ({
        dataSet: slug,
        items: Array.from({ length: 1_001 }, (_, n) => ({ input: `${n}` })),
      }),
    },
  ],
  addRunsToDataSet: [
    invalid(({ slug }) => ({ dataSet: slug })),
    invalid(({ slug }) => ({ dataSet: slug, filter: {} })),
    invalid(({ slug }) => ({ dataSet: slug, filter: { rootsOnly: true, tags: [] } })),
    missing(({ slug }) => ({ dataSet: slug, runIds: [unknown('Run').id] })),
    invalid(({ slug }) => ({ dataSet: slug, runIds: [slug] }), 'INVALID_ID'),
    {
      ...{ member: 'LimitExceededError', code: 'LIMIT_EXCEEDED' },
      input: ({ slug, ended }) => ({ dataSet: slug, runIds: Array.from({ length: 1_001 }, () => ended) }),
    },
  ],
  removeDataSetItems: [
    invalid(({ slug }) => ({ dataSet: slug, itemIds: [slug] }), 'INVALID_ID'),
    missing(() => ({ dataSet: 'nothing', itemIds: [] })),
    {
      ...{ member: 'LimitExceededError', code: 'LIMIT_EXCEEDED' },
      input: ({ slug }) => ({
        dataSet: slug,
        itemIds: Array.from({ length: 1_001 }, () => unknown('DataSetItem').id),
      }),
    },
  ],
  startEvaluation: [
    invalid(({ slug }) => ({ dataSet: slug, agent: slug, trials: 21 })),
    missing(({ slug }) => ({ dataSet: slug, agent: 'nobody' })),
    full(({ slug }) => ({ dataSet: slug, agent: slug })),
  ],
  cancelEvaluation: [missing(() => unknown('Evaluation')), noId()],
  deleteEvaluation: [
    missing(() => unknown('Evaluation')),
    noId(),
    conflict('EVALUATION_ACTIVE', ({ evaluation }) => ({ id: evaluation })),
  ],
  deleteDataSet: [
    missing(() => unknown('DataSet')),
    noId(),
    conflict('EVALUATION_ACTIVE', ({ dataSet }) => ({ id: dataSet })),
  ],
  saveEventTrigger: [
    invalid(() => ({ name: 'new' })),
    missing(() => ({ name: 'new', event: 'a', agent: 'nobody', input: 'Hi' })),
    conflict('ARCHIVED', ({ archived }) => ({ name: 'new', event: 'a', agent: archived, input: 'Hi' })),
    full(({ slug }) => ({ name: 'new', event: 'a', agent: slug, input: 'Hi' })),
  ],
  saveEventSource: [
    invalid(() => ({ slug: 'new' })),
    conflict('ENCRYPTION_KEY_MISSING', () => ({ slug: 'new', scheme: 'STRIPE' }), { where: 'keyless' }),
    full(() => ({ slug: 'new', scheme: 'STRIPE' })),
  ],
  deleteEventSource: [missing(() => unknown('EventSource')), noId()],
  deleteEventTrigger: [missing(() => unknown('EventTrigger')), noId()],
  sendEvent: [invalid(() => ({ name: '' }))],
  startMcpSignIn: [invalid(() => ({ server: '' })), missing(() => ({ server: 'nobody' }))],
  endMcpSignIn: [invalid(() => ({ server: '' })), missing(() => ({ server: 'nobody' }))],
  fireSchedule: [
    missing(() => unknown('Schedule')),
    noId(),
    conflict('SESSION_BUSY', ({ busySchedule }) => ({ id: busySchedule })),
  ],
  createProject: [
    invalid(() => ({ slug: 'No slug!' })),
    conflict('SLUG_TAKEN', () => ({ slug: 'tenant' }), { after: () => ({ slug: 'tenant' }) }),
  ],
  updateProject: [invalid(() => ({ maxConcurrentRuns: 0 })), missing(() => ({ project: 'nothing' }))],
}

/** Errors that the contract or the plan for API keys has in a union, and that nothing returns yet, with the reason. */
export const unreached: Readonly<Record<string, string>> = {
  'startMcpSignIn.ConflictError':
    'The servers of these tests have no MCP servers: test/http/mcp-sign-in.test.ts.',
  'endMcpSignIn.ConflictError': 'As startMcpSignIn.',
  'triggerRun.LimitExceededError':
    'The contract has it; requests beyond what a key may have are refused whole, with RATE_LIMITED.',
  'retryRun.LimitExceededError': 'As triggerRun.',
  'steerRun.LimitExceededError': 'Files beyond what the project may store: as uploadFile.',
  'resumeRun.LimitExceededError': 'As steerRun.',
  'uploadFile.InvalidInputError': 'A file comes in a multipart request: test/http/files.test.ts.',
  'createFileUpload.InvalidInputError': 'Files are kept by the servers of test/http/files.test.ts.',
  'createFileUpload.ConflictError':
    'No server of these tests keeps files; without a key it answers as createAccessToken does.',
  'uploadFile.LimitExceededError':
    'As uploadFile.InvalidInputError: test/http/files.test.ts, test/integration/files.',
}
