import { setImmediate as nextTurn } from 'node:timers/promises'
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql'
import { hasRole, type Role } from '../domain/caller.ts'
import { RungraphError } from '../domain/errors.ts'
import type { GraphQLContext } from './context.ts'
import { outcome } from './errors.ts'

/**
 * The least role for each mutation (API, "Who may call"). A role that may read may also subscribe. Of the rest, OPERATOR does the daily
 * work with runs, and ADMIN changes the objects that runs depend on. A gate may require more than OPERATOR: it names who decides.
 */
export const leastRoles: Readonly<Record<string, Role>> = {
  triggerRun: 'OPERATOR',
  abortRun: 'OPERATOR',
  resumeRun: 'OPERATOR',
  steerRun: 'OPERATOR',
  checkConfidence: 'OPERATOR',
  updateRun: 'OPERATOR',
  uploadFile: 'OPERATOR',
  createFileUpload: 'OPERATOR',
  rateRun: 'OPERATOR',
  deleteRating: 'OPERATOR',
  commentRun: 'OPERATOR',
  deleteRunComment: 'OPERATOR',
  forkRun: 'OPERATOR',
  retryRun: 'OPERATOR',
  replayRun: 'OPERATOR',
  runWorkflow: 'OPERATOR',
  resolveGate: 'OPERATOR',
  updateSession: 'OPERATOR',
  redeliver: 'OPERATOR',
  createAccessToken: 'OPERATOR',
  createDataSet: 'OPERATOR',
  addDataSetItems: 'OPERATOR',
  addRunsToDataSet: 'OPERATOR',
  removeDataSetItems: 'OPERATOR',
  startEvaluation: 'OPERATOR',
  cancelEvaluation: 'OPERATOR',
  abortRuns: 'OPERATOR',
  retryRuns: 'OPERATOR',
  fireSchedule: 'OPERATOR',
  stopCanary: 'OPERATOR',
  sendEvent: 'OPERATOR',
  startMcpSignIn: 'OPERATOR',
  endMcpSignIn: 'OPERATOR',
  deleteRun: 'ADMIN',
  deleteSession: 'ADMIN',
  createAgent: 'ADMIN',
  updateAgent: 'ADMIN',
  rollBackAgent: 'ADMIN',
  setVersionWeights: 'ADMIN',
  startCanary: 'ADMIN',
  archiveAgent: 'ADMIN',
  restoreAgent: 'ADMIN',
  deleteAgent: 'ADMIN',
  createWorkflow: 'ADMIN',
  updateWorkflow: 'ADMIN',
  rollBackWorkflow: 'ADMIN',
  archiveWorkflow: 'ADMIN',
  restoreWorkflow: 'ADMIN',
  deleteWorkflow: 'ADMIN',
  saveBinding: 'ADMIN',
  deleteBinding: 'ADMIN',
  savePolicy: 'ADMIN',
  deletePolicy: 'ADMIN',
  saveRelic: 'ADMIN',
  deleteRelic: 'ADMIN',
  createWebhook: 'ADMIN',
  updateWebhook: 'ADMIN',
  testWebhook: 'ADMIN',
  rotateWebhookSecret: 'ADMIN',
  deleteWebhook: 'ADMIN',
  createSchedule: 'ADMIN',
  updateSchedule: 'ADMIN',
  deleteSchedule: 'ADMIN',
  saveEventTrigger: 'ADMIN',
  deleteEventTrigger: 'ADMIN',
  saveEventSource: 'ADMIN',
  deleteEventSource: 'ADMIN',
  deleteEvaluation: 'ADMIN',
  deleteDataSet: 'ADMIN',
  updateProject: 'ADMIN',
  createApiKey: 'ADMIN',
  revokeApiKey: 'ADMIN',
  createProject: 'ADMIN',
}

/** Makes every mutation check its role first (KEY-2). @throws Error where one has none, or a role has no mutation */
export function withRights(schema: GraphQLSchema): GraphQLSchema {
  const mutations = schema.getMutationType()?.getFields() ?? {}
  const unknownNames = Object.keys(leastRoles).filter((name) => mutations[name] === undefined)
  if (unknownNames.length > 0) throw new Error(`These are no mutations: ${unknownNames.join(', ')}.`)
  for (const [name, field] of Object.entries(mutations)) {
    const least = leastRoles[name]
    if (least === undefined || !field.resolve) throw new Error(`The mutation ${name} has no role.`)
    field.resolve = asking(name, least, field.resolve)
  }
  return schema
}

type Resolve = GraphQLFieldResolver<unknown, GraphQLContext>

function asking(name: string, least: Role, resolve: Resolve): Resolve {
  return async (parent, args, ctx, info) => {
    // The permissions of an access token were checked before (token-access.ts).
    if (ctx.caller.access !== null || hasRole(ctx.caller, least)) {
      // Many mutations in one operation would follow each other at once: other requests are served in between.
      await nextTurn()
      return resolve(parent, args, ctx, info)
    }
    return outcome(info, async () => {
      throw new RungraphError('FORBIDDEN', { action: name, role: least })
    })
  }
}

/** Names of hosts reveal the operator's infrastructure. */
export function mayReadHosts({ caller }: GraphQLContext): boolean {
  return hasRole(caller, 'ADMIN')
}

/** Requires an administrator of the server for an action that concerns all projects. @throws FORBIDDEN */
export function checkServerAdmin({ caller }: GraphQLContext, action: string): void {
  if (caller.isServerAdmin === true) return
  throw new RungraphError('FORBIDDEN', {
    action,
    role: 'of an administrator of the server (`npx rungraph keys create … --server`)',
  })
}

/** To others a key is as unknown as one that never existed. */
export function mayReadKeys({ caller }: GraphQLContext): boolean {
  return hasRole(caller, 'ADMIN')
}
