import { GraphQLError, type GraphQLResolveInfo, valueFromASTUntyped } from 'graphql'
import { RungraphError } from '../../domain/errors.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { uuidOf } from '../global-id.ts'
import { findObject } from '../node.ts'
import { Agent } from '../objects/agent.ts'
import { Gate } from '../objects/gate.ts'
import { ProjectObject } from '../objects/project.ts'
import { Run } from '../objects/run.ts'
import { Session } from '../objects/session.ts'
import { maxPageSize } from '../paging/page-arguments.ts'

/** The types that other subgraphs may refer to, each by its global id (API-47). */
export const entityKinds = ['Agent', 'Gate', 'Project', 'Run', 'Session'] as const

const entities = { Agent, Gate, Project: ProjectObject, Run, Session } satisfies Record<
  (typeof entityKinds)[number],
  object
>

/** An object as another subgraph knows it. */
interface Representation {
  readonly __typename: string
  readonly id?: unknown
}

builder.scalarType('_Any', {
  description: 'Object as another subgraph refers to it: `{ __typename: "Run", id: "…" }`.',
  serialize: (value) => value,
  parseValue: toRepresentation,
  parseLiteral: (node, variables) => toRepresentation(valueFromASTUntyped(node, variables)),
})

function toRepresentation(value: unknown): Representation {
  if (typeof value === 'object' && value !== null && '__typename' in value) {
    const { __typename } = value
    if (typeof __typename === 'string') return { ...value, __typename }
  }
  throw new GraphQLError('_Any takes an object with `__typename`, such as { __typename: "Run", id: "…" }.', {
    extensions: { code: 'INVALID_INPUT' },
  })
}

const Entity = builder.unionType('_Entity', {
  description: 'Object that other subgraphs may refer to by its global id.',
  types: Object.values(entities),
})

builder.queryField('_entities', (t) =>
  t.field({
    type: [Entity],
    description:
      'Objects that other subgraphs of a supergraph refer to, in the same order. Null for each that the project does not have.',
    nullable: { list: false, items: true },
    args: {
      representations: t.arg({
        type: ['_Any'],
        description: 'Types and global ids of the objects.',
        required: true,
      }),
    },
    resolve: (_, { representations }, ctx, info) => findEntities(representations, ctx, info),
  }),
)

/**
 * The objects, as many at a time as a page has: they are read together. A gateway asks for those of nested lists at once, and cannot ask for
 * fewer; Prisma takes 16 s to prepare a statement with twelve thousand ids, in which the process does nothing else.
 */
function findEntities(
  representations: readonly Representation[],
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
) {
  let before: Promise<unknown> = Promise.resolve()
  const pages = Array.from({ length: Math.ceil(representations.length / maxPageSize) }, (_, index) =>
    representations.slice(index * maxPageSize, (index + 1) * maxPageSize),
  )
  return pages.flatMap((page) => {
    const turn = before
    const found = page.map(async (representation) => {
      await turn
      if (ctx.answer?.refusal) throw ctx.answer.refusal
      ctx.signal?.throwIfAborted()
      return findEntity(representation, ctx, info)
    })
    before = Promise.allSettled(found)
    return found
  })
}

/** The object, as `node` finds it. @throws INVALID_INPUT, for this object alone */
async function findEntity({ __typename, id }: Representation, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  const kind = entityKinds.find((known) => known === __typename)
  if (kind === undefined) throw notAnEntity(__typename)
  if (typeof id !== 'string')
    throw new RungraphError('INVALID_INPUT', {
      message: `A representation of ${kind} has its \`id\`, as a text.`,
      path: ['representations'],
    })
  const key = uuidOf(kind, id)
  const row = key === null ? null : await findObject({ kind, id: key }, ctx, info)
  return row && entities[kind].addBrand(row)
}

function notAnEntity(name: string): RungraphError {
  const message = `A representation names one of ${entityKinds.join(', ')}; got ${JSON.stringify(name.slice(0, 80))}.`
  return new RungraphError('INVALID_INPUT', { message, path: ['representations'] })
}
