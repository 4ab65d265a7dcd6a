import type { GraphQLResolveInfo } from 'graphql'
import { z } from 'zod'
import { type ToolSpec, toolSpec } from '../../domain/model.ts'
import type { PromptRow } from '../../domain/run-log.ts'
import type { GraphQLContext } from '../context.ts'
import { objectOf } from '../shape.ts'

export const OfferedTool = objectOf(toolSpec)

type StoredPrompt = Pick<PromptRow, 'text' | 'toolsHash'>

/** The system prompt of a step, by `Step.promptHash`; `null`: its model had none. */
export async function promptText(hash: string, ctx: GraphQLContext, info: GraphQLResolveInfo) {
  return (await promptOf(hash, ctx, info)).text || null
}

/** The tools that were offered in a step, by `Step.promptHash`; `null`: an earlier version did not keep them. */
export async function promptTools(
  hash: string,
  ctx: GraphQLContext,
  info: GraphQLResolveInfo,
): Promise<readonly ToolSpec[] | null> {
  const { toolsHash } = await promptOf(hash, ctx, info)
  if (toolsHash === null) return null
  return ctx.loaders
    .ofField<string, readonly ToolSpec[]>(info, 'tools', async (hashes) =>
      (await readPrompts(ctx, hashes)).map((found) => (found instanceof Error ? found : readTools(found))),
    )
    .load(toolsHash)
}

function promptOf(hash: string, ctx: GraphQLContext, info: GraphQLResolveInfo): Promise<StoredPrompt> {
  return ctx.loaders
    .ofField<string, StoredPrompt>(info, 'prompt', (hashes) => readPrompts(ctx, hashes))
    .load(hash)
}

async function readPrompts(
  { prisma, project }: Pick<GraphQLContext, 'prisma' | 'project'>,
  hashes: readonly string[],
): Promise<readonly (StoredPrompt | Error)[]> {
  const rows = await prisma.prompt.findMany({ where: { projectId: project.id, hash: { in: [...hashes] } } })
  const found = new Map(rows.map((row) => [row.hash, row]))
  return hashes.map((hash) => found.get(hash) ?? new Error(`The prompt ${hash} is not stored.`))
}

function readTools({ text }: StoredPrompt): readonly ToolSpec[] {
  return z.array(toolSpec).parse(JSON.parse(text))
}
