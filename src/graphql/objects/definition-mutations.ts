import type { ObjectRef } from '@pothos/core'
import type { ErrorKind } from '../../domain/errors/rows.ts'
import type { DefinitionOperations, NamedById, Operations } from '../../domain/operations.ts'
import type { Types } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type GivenInput, int, type ReadInput, required } from '../fields.ts'
import { deletes, mutation } from '../mutation.ts'
import { Agent } from './agent.ts'
import { AgentDefinitionChanges } from './agent-definition.ts'
import { Workflow, WorkflowDefinitionChanges } from './workflow.ts'

interface Kind<Id extends string> {
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
  readonly named: (id: string) => NamedById<Id>
  readonly idOf: (changed: NamedById<Id>) => string
  readonly operations: (all: Operations) => DefinitionOperations<Id>
}

/** Mutations of what has a definition with versions. */
function definitionMutations<Id extends string>(kind: Kind<Id>): void {
  const { type, one, result, definition, named, idOf, operations } = kind
  const word = type.toLowerCase()
  const from = (ctx: GraphQLContext) => operations(ctx.operations)
  const scope = ({ project, caller }: GraphQLContext) => ({ projectId: project.id, by: caller.name })
  const target = (id: string, { project }: GraphQLContext) => ({ projectId: project.id, ...named(id) })

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
    resolve: async (input, ctx) => idOf(await from(ctx).create({ ...input, ...scope(ctx) })),
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
    resolve: async ({ id, ...input }, ctx) =>
      idOf(await from(ctx).update({ ...input, ...named(id), ...scope(ctx) })),
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
    resolve: async ({ id, ...input }, ctx) =>
      idOf(await from(ctx).rollBack({ ...input, ...named(id), ...scope(ctx) })),
  })

  mutation(`archive${type}`, {
    description: `Archives ${one}${kind.archived}`,
    argument: `${type} to archive.`,
    input: { id: required.idOf(type) },
    result,
    gives: `Archived ${word}, or the error.`,
    errors: kind.archiveErrors,
    resolve: async ({ id }, ctx) => idOf(await from(ctx).archive(target(id, ctx))),
  })

  mutation(`restore${type}`, {
    description: `Restores an archived ${word}, ${kind.restored}`,
    argument: `${type} to restore.`,
    input: { id: required.idOf(type) },
    result,
    gives: `Restored ${word}, or the error.`,
    errors: ['InvalidInput', 'NotFound'],
    resolve: async ({ id }, ctx) => idOf(await from(ctx).restore(target(id, ctx))),
  })

  deletes(type, {
    description: `Deletes ${one} with ${kind.deleted}`,
    errors: ['InvalidInput', 'NotFound', 'Conflict'],
    remove: (id, ctx) => from(ctx).remove(target(id, ctx)),
  })
}

definitionMutations({
  type: 'Agent',
  one: 'an agent',
  result: Agent,
  definition: AgentDefinitionChanges,
  archived:
    '. Triggers, schedules, bindings and other agents that name it receive an error. Its runs continue, and its slug stays reserved.',
  restored: 'which can be triggered again.',
  deleted:
    'its versions and policies. An agent that has runs, schedules or bindings is a conflict. Its usage stays in `usage`.',
  archiveErrors: ['InvalidInput', 'NotFound', 'Conflict'],
  named: (agentId) => ({ agentId }),
  idOf: ({ agentId }) => agentId,
  operations: (all) => ({
    create: all.createAgent,
    update: all.updateAgent,
    rollBack: all.rollBackAgent,
    archive: all.archiveAgent,
    restore: all.restoreAgent,
    remove: all.deleteAgent,
  }),
})

definitionMutations({
  type: 'Workflow',
  one: 'a workflow',
  result: Workflow,
  definition: WorkflowDefinitionChanges,
  archived: ', which can no longer be run. Its runs continue, and its slug stays reserved.',
  restored: 'which can be run again.',
  deleted: 'its versions. A workflow that has runs is a conflict.',
  archiveErrors: ['InvalidInput', 'NotFound'],
  named: (workflowId) => ({ workflowId }),
  idOf: ({ workflowId }) => workflowId,
  operations: ({ workflows }) => ({
    create: workflows.createWorkflow,
    update: workflows.updateWorkflow,
    rollBack: workflows.rollBackWorkflow,
    archive: workflows.archiveWorkflow,
    restore: workflows.restoreWorkflow,
    remove: workflows.deleteWorkflow,
  }),
})
