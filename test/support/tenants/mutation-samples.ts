import type { leastRoles } from '../../../src/graphql/authorization.ts'
import { toGlobalId } from '../../../src/graphql/global-id.ts'
import type { Tenant } from './fill-project.ts'
import { globalIdsOf } from './foreign.ts'

export type Sample = Readonly<Record<string, unknown>>

/** Mutations whose input is no JSON: test/http/files.test.ts sends them. */
export const sentInParts: ReadonlySet<string> = new Set(['uploadFile'])

/**
 * For each mutation an input that the project may well send, with its own objects alone. Created objects have another name each time. A
 * mutation that is missing here is missing in the tests of tenants: they fail until it is there.
 */
export function samplesOf(tenant: Tenant, next: () => number): Readonly<Record<string, () => Sample>> {
  const ids = globalIdsOf(tenant)
  const { mark, rows } = tenant
  const plan = {
    actions: [{ name: 'look', type: 'TOOL', target: 'calculator', parameters: { expression: '1' } }],
  }
  const agent = { name: `${mark} agent`, model: 'scripted/echo' }
  return {
    triggerRun: () => ({ agent: rows.agent.slug, input: mark }),
    abortRun: () => ({ id: ids.Run }),
    // Files come with a message.
    resumeRun: () => ({ id: ids.Run, message: mark }),
    steerRun: () => ({ id: ids.Run, message: mark }),
    checkConfidence: () => ({ id: ids.Run }),
    createFileUpload: () => ({ mediaType: 'image/png', byteCount: 9, name: mark }),
    updateRun: () => ({ id: ids.Run, addTags: [`new-tag-${next()}`], metadata: { of: mark } }),
    rateRun: () => ({ runId: ids.Run, score: 1, comment: mark, labels: [mark] }),
    deleteRating: () => ({ id: ids.Rating }),
    commentRun: () => ({ runId: ids.Run, text: mark }),
    deleteRunComment: () => ({ id: ids.RunComment }),
    // A run of a workflow cannot be forked.
    forkRun: () => ({ id: toGlobalId('Run', rows.source.id), afterStep: 0 }),
    retryRun: () => ({ id: ids.Run }),
    replayRun: () => ({ id: ids.Run }),
    runWorkflow: () => ({ workflow: rows.workflow.slug, agent: rows.agent.slug }),
    resolveGate: () => ({ id: ids.Gate, decision: 'APPROVE' }),
    updateSession: () => ({ key: rows.session.key, memory: [mark] }),
    redeliver: () => ({ id: ids.WebhookDelivery }),
    createDataSet: () => ({ slug: `new-set-${next()}`, items: [{ input: mark }] }),
    addDataSetItems: () => ({ dataSet: rows.dataSet.slug, items: [{ input: `${mark} ${next()}` }] }),
    addRunsToDataSet: () => ({ dataSet: rows.dataSet.slug, runIds: [ids.Run] }),
    removeDataSetItems: () => ({ dataSet: rows.dataSet.slug, itemIds: [ids.DataSetItem] }),
    startEvaluation: () => ({ dataSet: rows.dataSet.slug, agent: rows.agent.slug }),
    cancelEvaluation: () => ({ id: ids.Evaluation }),
    deleteDataSet: () => ({ id: ids.DataSet }),
    deleteEvaluation: () => ({ id: ids.Evaluation }),
    abortRuns: () => ({ filter: { agent: rows.agent.slug } }),
    retryRuns: () => ({ filter: { agent: rows.agent.slug }, dryRun: true }),
    fireSchedule: () => ({ id: ids.Schedule }),
    sendEvent: () => ({ name: rows.receivedEvent.name, key: rows.receivedEvent.key, data: mark }),
    startMcpSignIn: () => ({ server: 'notes' }),
    endMcpSignIn: () => ({ server: 'notes' }),
    deleteRun: () => ({ id: ids.Run }),
    deleteSession: () => ({ key: rows.session.key }),
    createAgent: () => ({ slug: `new-agent-${next()}`, definition: agent }),
    updateAgent: () => ({ id: ids.Agent, definition: agent }),
    rollBackAgent: () => ({ id: ids.Agent, version: 1 }),
    archiveAgent: () => ({ id: ids.Agent }),
    restoreAgent: () => ({ id: ids.Agent }),
    deleteAgent: () => ({ id: toGlobalId('Agent', rows.archived.id) }),
    setVersionWeights: () => ({ agent: rows.archived.slug, weights: [] }),
    startCanary: () => ({ agent: rows.agent.slug, version: 1, baselineVersion: 2 }),
    stopCanary: () => ({ id: ids.Canary }),
    createWorkflow: () => ({ slug: `new-workflow-${next()}`, definition: { name: mark, plan } }),
    updateWorkflow: () => ({ id: ids.Workflow, definition: { name: mark, plan } }),
    rollBackWorkflow: () => ({ id: ids.Workflow, version: 1 }),
    archiveWorkflow: () => ({ id: ids.Workflow }),
    restoreWorkflow: () => ({ id: ids.Workflow }),
    deleteWorkflow: () => ({ id: toGlobalId('Workflow', rows.archivedWorkflow.id) }),
    saveBinding: () => ({ agent: rows.agent.slug, peer: `new-peer-${next()}` }),
    deleteBinding: () => ({ id: ids.Binding }),
    savePolicy: () => ({ permission: 'ALLOW', target: `new-target-${next()}` }),
    deletePolicy: () => ({ id: ids.Policy }),
    saveRelic: () => ({ name: `new-relic-${next()}`, kind: 'KEY_VALUE' }),
    deleteRelic: () => ({ id: ids.Relic }),
    createWebhook: () => ({ url: `https://new-${next()}.example.com/told` }),
    updateWebhook: () => ({ id: ids.Webhook }),
    deleteWebhook: () => ({ id: ids.Webhook }),
    testWebhook: () => ({ id: ids.Webhook }),
    rotateWebhookSecret: () => ({ id: ids.Webhook }),
    createSchedule: () => ({ agent: rows.agent.slug, cron: '0 0 1 1 *', input: mark, enabled: false }),
    saveEventTrigger: () => ({
      name: rows.eventTrigger.name,
      event: mark,
      agent: rows.agent.slug,
      input: mark,
    }),
    saveEventSource: () => ({
      slug: rows.eventSource.slug,
      scheme: 'STRIPE',
      secret: `${mark} secret of 16`,
    }),
    deleteEventSource: () => ({ id: ids.EventSource }),
    deleteEventTrigger: () => ({ id: ids.EventTrigger }),
    updateSchedule: () => ({ id: ids.Schedule, enabled: false }),
    deleteSchedule: () => ({ id: ids.Schedule }),
    updateProject: () => ({ name: mark }),
    createApiKey: () => ({ name: `new key ${next()}`, role: 'VIEWER' }),
    createAccessToken: () => ({ runId: ids.Run, subject: mark }),
    revokeApiKey: () => ({ id: ids.ApiKey }),
    createProject: () => ({ slug: `new-project-${next()}`, name: mark }),
  } satisfies Readonly<Record<Exclude<keyof typeof leastRoles, 'uploadFile'>, () => Sample>>
}
