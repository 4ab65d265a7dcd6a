import type { ObjectRef } from '@pothos/core'
import type { ErrorKind } from '../../domain/errors/rows.ts'
import type { Operations } from '../../domain/operations.ts'
import type { Types } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type GivenInput, int, type ReadInput, required } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { Agent } from './agent.ts'
import { AgentDefinitionInput } from './agent-definition.ts'
import { Workflow, WorkflowDefinitionInput } from './workflow.ts'

/** An agent or a workflow that a caller names. */
interface Named {
  readonly projectId: string
  readonly id: string
}

interface Change extends Named {
  readonly by: string
  readonly expectedVersion?: number
}

interface WithDefinition {
  readonly definition: GivenInput
}

/** The operations on agents or on workflows. Each gives the id of what it changed. */
interface Changes {
  create(call: WithDefinition & { projectId: string; slug: string; by: string }): Promise<string>
  update(call: WithDefinition & Change): Promise<string>
  rollBack(call: Change & { version: number }): Promise<string>
  archive(call: Named): Promise<string>
  restore(call: Named): Promise<string>
  remove(call: Named): Promise<unknown>
}

interface Kind {
  readonly type: 'Agent' | 'Workflow'
  /** Its word with the article. */
  readonly one: string
  readonly result: ObjectRef<Types, { id: string }>
  readonly definition: ReadInput<GivenInput>
  /** Effects of archiving, restoring and deleting. */
  readonly archived: string
  readonly restored: string
  readonly deleted: string
  readonly archiveErrors: readonly Exclude<ErrorKind, 'Forbidden'>[]
  readonly changes: (operations: Operations) => Changes
}

/** Mutations of what has a definition with versions. */
function definitionMutations({ type, one, result, definition, changes, ...about }: Kind): void {
  const word = type.toLowerCase()
  const from = (ctx: GraphQLContext) => changes(ctx.operations)
  const scope = ({ project, caller }: GraphQLContext) => ({ projectId: project.id, by: caller.name })

  mutation(`create${type}`, {
    description: `Creates ${one}.`,
    argument: `${type} to create.`,
    input: {
      slug: required.string(`Short name of the ${word}: lower case letters, digits and hyphens.`),
      definition: required.one(definition, `Definition of the ${word}.`),
    },
    result,
    gives: `New ${word}, or the error.`,
    errors: ['InvalidInput', 'Conflict'],
    resolve: (input, ctx) => from(ctx).create({ ...input, ...scope(ctx) }),
  })

  mutation(`update${type}`, {
    description: `Changes ${one}. The change creates a new version, which runs use from now on.`,
    argument: `${type}, and its changes.`,
    input: {
      id: required.idOf(type),
      definition: required.one(definition, `Changes to the definition of the ${word}.`),
      expectedVersion: int(
        `Version that the change is made to. The update is a conflict if the ${word} has another version. If you leave it out, the newest version is changed.`,
      ),
    },
    result,
    gives: `Changed ${word}, or the error.`,
    resolve: (input, ctx) => from(ctx).update({ ...input, ...scope(ctx) }),
  })

  mutation(`rollBack${type}`, {
    description: `Gives ${one} the definition of an earlier version, as a new version that runs use from now on.`,
    argument: `${type}, and the version.`,
    input: {
      id: required.idOf(type),
      version: required.int(`Number of the version whose definition the ${word} gets again.`),
      expectedVersion: int(
        `Newest version as you know it. The mutation is a conflict if the ${word} has another one. If you leave it out, the newest version is not checked.`,
      ),
    },
    result,
    gives: `Changed ${word}, or the error.`,
    resolve: (input, ctx) => from(ctx).rollBack({ ...input, ...scope(ctx) }),
  })

  mutation(`archive${type}`, {
    description: `Archives ${one}${about.archived}`,
    argument: `${type} to archive.`,
    input: { id: required.idOf(type) },
    result,
    gives: `Archived ${word}, or the error.`,
    errors: about.archiveErrors,
    resolve: ({ id }, ctx) => from(ctx).archive({ projectId: ctx.project.id, id }),
  })

  mutation(`restore${type}`, {
    description: `Restores an archived ${word}, ${about.restored}`,
    argument: `${type} to restore.`,
    input: { id: required.idOf(type) },
    result,
    gives: `Restored ${word}, or the error.`,
    errors: ['InvalidInput', 'NotFound'],
    resolve: ({ id }, ctx) => from(ctx).restore({ projectId: ctx.project.id, id }),
  })

  deletes(type, {
    description: `Deletes ${one} with ${about.deleted}`,
    errors: ['InvalidInput', 'NotFound', 'Conflict'],
    remove: (id, ctx) => from(ctx).remove({ projectId: ctx.project.id, id }),
  })
}

definitionMutations({
  type: 'Agent',
  one: 'an agent',
  result: Agent,
  definition: AgentDefinitionInput,
  archived:
    '. Triggers, schedules, bindings and other agents that name it receive an error. Its runs continue, and its slug stays reserved.',
  restored: 'which can be triggered again.',
  deleted:
    'its versions and policies. An agent that has runs, schedules or bindings is a conflict. Its usage stays in `usage`.',
  archiveErrors: ['InvalidInput', 'NotFound', 'Conflict'],
  changes: (operations) => ({
    create: async (call) => (await operations.createAgent(call)).agentId,
    update: async ({ id: agentId, ...call }) => (await operations.updateAgent({ ...call, agentId })).agentId,
    rollBack: async ({ id: agentId, ...call }) =>
      (await operations.rollBackAgent({ ...call, agentId })).agentId,
    archive: async ({ id: agentId, ...call }) =>
      (await operations.archiveAgent({ ...call, agentId })).agentId,
    restore: async ({ id: agentId, ...call }) =>
      (await operations.restoreAgent({ ...call, agentId })).agentId,
    remove: ({ id: agentId, ...call }) => operations.deleteAgent({ ...call, agentId }),
  }),
})

definitionMutations({
  type: 'Workflow',
  one: 'a workflow',
  result: Workflow,
  definition: WorkflowDefinitionInput,
  archived: ', which can no longer be run. Its runs continue, and its slug stays reserved.',
  restored: 'which can be run again.',
  deleted: 'its versions. A workflow that has runs is a conflict.',
  archiveErrors: ['InvalidInput', 'NotFound'],
  changes: ({ workflows }) => ({
    create: async (call) => (await workflows.createWorkflow(call)).workflowId,
    update: async ({ id: workflowId, ...call }) =>
      (await workflows.updateWorkflow({ ...call, workflowId })).workflowId,
    rollBack: async ({ id: workflowId, ...call }) =>
      (await workflows.rollBackWorkflow({ ...call, workflowId })).workflowId,
    archive: async ({ id: workflowId, ...call }) =>
      (await workflows.archiveWorkflow({ ...call, workflowId })).workflowId,
    restore: async ({ id: workflowId, ...call }) =>
      (await workflows.restoreWorkflow({ ...call, workflowId })).workflowId,
    remove: ({ id: workflowId, ...call }) => workflows.deleteWorkflow({ ...call, workflowId }),
  }),
})
