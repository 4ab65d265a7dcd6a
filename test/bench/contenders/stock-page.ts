import SchemaBuilder from '@pothos/core'
import PrismaPlugin from '@pothos/plugin-prisma'
import RelayPlugin from '@pothos/plugin-relay'
import { PrismaPg } from '@prisma/adapter-pg'
import DataLoader from 'dataloader'
import { createYoga } from 'graphql-yoga'
import type PrismaTypes from '../../../src/generated/pothos.ts'
import { getDatamodel } from '../../../src/generated/pothos.ts'
import { PrismaClient } from '../../../src/generated/prisma/client.ts'
import type { OpenContender } from '../contender.ts'
import { servePage } from './serve-page.ts'

interface Usage {
  readonly requests: number
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: string
}

interface Context {
  readonly projectId: string
  readonly usage: DataLoader<string, Usage>
}

const query = `query Page {
  runs(first: 50) {
    edges { cursor node {
      id status input createdAt durationMs
      steps(first: 10) { edges { node { id number success startedAt durationMs usage { requests inputTokens outputTokens costUsd } } } }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** Yoga, Pothos and Prisma as their documentation has them, in the versions of this project; the usage by DataLoader. */
export const open: OpenContender = async ({ connectionString }) => {
  const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString, max: 20 }) })
  const project = await prisma.project.findFirstOrThrow({ where: { slug: 'default' } })
  const yoga = createYoga({
    schema: buildSchema(prisma),
    logging: false,
    context: (): Context => ({
      projectId: project.id,
      usage: new DataLoader((ids) => readUsage(prisma, ids)),
    }),
  })
  const { url, close } = await servePage(yoga)
  return {
    request: { url, body: JSON.stringify({ query }) },
    close: async () => {
      await close()
      await prisma.$disconnect()
    },
  }
}

function buildSchema(prisma: PrismaClient) {
  const builder = new SchemaBuilder<{ PrismaTypes: PrismaTypes; Context: Context }>({
    plugins: [RelayPlugin, PrismaPlugin],
    relay: {},
    prisma: { client: prisma, dmmf: getDatamodel() },
  })
  const usage = builder.objectRef<Usage>('Usage').implement({
    fields: (t) => ({
      requests: t.exposeInt('requests'),
      inputTokens: t.exposeInt('inputTokens', { nullable: true }),
      outputTokens: t.exposeInt('outputTokens', { nullable: true }),
      costUsd: t.exposeString('costUsd'),
    }),
  })
  builder.prismaNode('Step', {
    id: { field: 'id' },
    fields: (t) => ({
      number: t.exposeInt('number'),
      success: t.exposeBoolean('success', { nullable: true }),
      startedAt: t.string({ resolve: ({ startedAt }) => startedAt.toISOString() }),
      durationMs: t.exposeInt('durationMs', { nullable: true }),
      usage: t.field({ type: usage, resolve: ({ id }, _args, context) => context.usage.load(id) }),
    }),
  })
  builder.prismaNode('Run', {
    id: { field: 'id' },
    fields: (t) => ({
      status: t.exposeString('status'),
      input: t.exposeString('input'),
      createdAt: t.string({ resolve: ({ createdAt }) => createdAt.toISOString() }),
      durationMs: t.exposeInt('durationMs', { nullable: true }),
      steps: t.relatedConnection('steps', { cursor: 'id', query: { orderBy: { number: 'asc' } } }),
    }),
  })
  builder.queryType({
    fields: (t) => ({
      runs: t.prismaConnection({
        type: 'Run',
        cursor: 'id',
        resolve: (select, _root, _args, { projectId }) =>
          prisma.run.findMany({
            ...select,
            where: { projectId, parentId: null, removedAt: null },
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          }),
      }),
    }),
  })
  return builder.toSchema()
}

async function readUsage(prisma: PrismaClient, ids: readonly string[]): Promise<readonly Usage[]> {
  const groups = await prisma.modelCall.groupBy({
    by: ['stepId'],
    where: { stepId: { in: [...ids] } },
    _count: true,
    _sum: { inputTokens: true, outputTokens: true, costUsd: true },
  })
  const byStep = new Map(groups.map((group) => [group.stepId, group]))
  return ids.map((id) => {
    const { _count = 0, _sum } = byStep.get(id) ?? {}
    const costUsd = String(_sum?.costUsd ?? 0)
    return {
      requests: _count,
      inputTokens: _sum?.inputTokens ?? 0,
      outputTokens: _sum?.outputTokens ?? 0,
      costUsd,
    }
  })
}
