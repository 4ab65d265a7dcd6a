import { hasRole } from '../../domain/caller.ts'
import { RungraphError } from '../../domain/errors.ts'
import type { PromptPreview } from '../../domain/operations.ts'
import { builder } from '../builder.ts'
import { nullable, valueObject } from '../fields.ts'
import { canBeName, toKey } from '../global-id.ts'
import { AgentDefinitionChanges } from './agent-definition.ts'
import { OfferedTool } from './shown-prompt.ts'

const PromptPreviewObject = valueObject<PromptPreview>(
  'PromptPreview',
  'Prompt that a run of an agent begins with, as its model receives it beside the messages.',
  {
    systemPrompt: nullable.string(
      'System prompt: the text of the agent, what MCP servers say about their tools, skills and memory; for a planner also the rules of plans. The context of a run is not in it. Null if it is empty.',
    ),
  },
  {
    fields: (t) => ({
      offeredTools: t.field({
        type: [OfferedTool],
        extensions: { listSize: 50 },
        description:
          'Tools that are offered beside the prompt. Empty for a planner, whose system prompt names them.',
        resolve: ({ tools }) => tools,
      }),
    }),
  },
)

builder.queryField('promptPreview', (t) =>
  t.field({
    type: PromptPreviewObject,
    description:
      'Prompt that a run of an agent would begin with, of its definition with changes that are not saved. Only an ADMIN may read it.',
    args: {
      agent: t.arg.id({ description: 'Global id or slug of the agent.', required: true }),
      definition: t.arg({
        type: AgentDefinitionChanges,
        description: 'Changes to the definition. If you leave it out, the newest version is shown.',
      }),
      sessionKey: t.arg.string({
        description: 'Key of the session whose memory the prompt has. If you leave it out, it has none.',
      }),
    },
    resolve: async (_, { agent, definition, sessionKey }, ctx) => {
      if (!hasRole(ctx.caller, 'ADMIN'))
        throw new RungraphError('FORBIDDEN', { action: 'Reading the preview of a prompt', role: 'ADMIN' })
      return ctx.operations.previewPrompt({
        projectId: ctx.project.id,
        agent: toKey('Agent', agent),
        changes: definition ?? undefined,
        memory: sessionKey == null || !canBeName(sessionKey) ? [] : await memoryOf(sessionKey),
      })

      async function memoryOf(key: string): Promise<readonly string[]> {
        const where = { projectId_key: { projectId: ctx.project.id, key } }
        return (await ctx.prisma.session.findUnique({ where }))?.memory ?? []
      }
    },
  }),
)
