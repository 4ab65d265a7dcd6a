import type { Tool } from '../domain/tool.ts'
import { builder } from './builder.ts'
import { describedEnum } from './described-enum.ts'

const ToolEffectEnum = describedEnum('ToolEffect', 'What a crash in the middle of a call means.', {
  READ: 'It changes nothing: it is repeated.',
  IDEMPOTENT: 'Twice is as once: it is repeated, with the same key.',
  ONCE: 'It is never repeated: the model is told, or a human is asked.',
})

const toolEffects = { read: 'READ', idempotent: 'IDEMPOTENT', once: 'ONCE' } as const

export const ToolObject = builder.objectRef<Tool>('Tool').implement({
  description: 'A function that agents may be given.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'The name under which agents and models know it.' }),
    description: t.exposeString('description', { description: 'What it does, as models read it.' }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', description: 'The JSON Schema of its arguments.' }),
    effect: t.field({
      type: ToolEffectEnum,
      description: 'What a crash in the middle of a call means.',
      resolve: ({ effect }) => toolEffects[effect],
    }),
    source: t.exposeString('source', {
      description:
        'Where it comes from: `built-in`, `module`, `mcp:` and the name of a server, or `openapi:` and that of a document.',
    }),
  }),
})

builder.queryField('tools', (t) =>
  t.field({
    type: [ToolObject],
    description: 'Every tool of this server.',
    resolve: (_, _args, ctx) => ctx.tools.list(),
  }),
)
