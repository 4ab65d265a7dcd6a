import { queryFromInfo } from '@pothos/plugin-prisma'
import type { GraphQLResolveInfo } from 'graphql'
import { checkProjectSettings, type ProjectSettings } from '../domain/project.ts'
import { builder } from './builder.ts'
import type { GraphQLContext } from './context.ts'
import { outcome, resultOf } from './error.ts'
import { Permission } from './permission.ts'
import { Project } from './project.ts'

const UpdateProjectInput = builder.inputType('UpdateProjectInput', {
  description:
    'A change of the project. What is left out stays; so does what is null, where null means nothing else.',
  fields: (t) => ({
    name: t.string({ description: 'Its name for people.' }),
    maxConcurrentRuns: t.int({
      description:
        'How many of its runs may be RUNNING at once, at least 1; there is always such a limit, so null leaves it as it is.',
    }),
    maxCostUsdPerDay: t.field({
      type: 'Decimal',
      description: 'What all its runs may spend in one day (UTC), in US dollars; null takes the limit away.',
    }),
    maxTokensPerDay: t.float({
      description:
        'How many tokens all its runs may use in one day (UTC), a whole number; null takes the limit away.',
    }),
    defaultPermission: t.field({
      type: Permission,
      description: 'What holds for a call that no policy speaks of.',
    }),
  }),
})

const UpdateProjectResult = resultOf('UpdateProjectResult', Project, {
  description: 'The changed project, or why it was not changed.',
  errors: ['InvalidInput'],
})

builder.mutationField('updateProject', (t) =>
  t.field({
    type: UpdateProjectResult,
    description: 'Changes the settings and limits of the project. Model calls from now on are held to them.',
    args: { input: t.arg({ type: UpdateProjectInput, description: 'The change.', required: true }) },
    resolve: (_, { input }, ctx, info) => outcome(info, () => update(toSettings(input), ctx, info)),
  }),
)

/** Only of a limit does null say something: that there is none. */
function toSettings(input: typeof UpdateProjectInput.$inferInput): ProjectSettings {
  const { name, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay, defaultPermission } = input
  return {
    name: name ?? undefined,
    maxConcurrentRuns: maxConcurrentRuns ?? undefined,
    maxCostUsdPerDay,
    maxTokensPerDay,
    defaultPermission: defaultPermission ?? undefined,
  }
}

/** @throws INVALID_INPUT */
function update(settings: ProjectSettings, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  checkProjectSettings(settings)
  const { select } = queryFromInfo({ context: ctx, info, typeName: 'Project', select: { id: true } })
  return ctx.prisma.project.update({ select, data: toRow(settings), where: { id: ctx.project.id } })
}

/** What is undefined is left as it is. */
function toRow(settings: ProjectSettings) {
  const { name, maxConcurrentRuns, maxCostUsdPerDay, maxTokensPerDay, defaultPermission } = settings
  return {
    ...(name === undefined ? {} : { name }),
    ...(maxConcurrentRuns === undefined ? {} : { maxConcurrentRuns }),
    ...(defaultPermission === undefined ? {} : { defaultPermission }),
    ...(maxCostUsdPerDay === undefined ? {} : { maxCostUsdPerDay }),
    ...(maxTokensPerDay === undefined
      ? {}
      : { maxTokensPerDay: maxTokensPerDay === null ? null : BigInt(maxTokensPerDay) }),
  }
}
