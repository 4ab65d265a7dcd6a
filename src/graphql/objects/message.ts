import type { GraphQLResolveInfo } from 'graphql'
import {
  type MessagePosition,
  type MessageVisibility,
  messageVisibility,
  type StoredMessage,
  visibilityOf,
} from '../../domain/conversation.ts'
import { inSlices } from '../../domain/in-slices.ts'
import {
  type AssistantPart,
  type FilePart,
  filePart,
  filesOf,
  reasoningPart,
  refusalPart,
  type ToolMessage,
  textOf,
  textPart,
  toolCallPart,
  toolCallsOf,
  toolResultPart,
} from '../../domain/message.ts'
import type { ConversationKey } from '../../domain/reads.ts'
import { countSliced } from '../../domain/token-estimate.ts'
import { builder, describedEnum } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { int, moment, nullable, one, valueObject } from '../fields.ts'
import { toGlobalId } from '../global-id.ts'
import {
  type GivenCursor,
  isRowId,
  isWholeNumber,
  type ListCursor,
  readListCursor,
  toListCursor,
} from '../list-cursor.ts'
import { type Connection, connectionOf } from '../paging/connection.ts'
import { type PageArguments, readBounds } from '../paging/page-arguments.ts'
import { loadRow } from '../row-object.ts'
import { enumOf, objectOf } from '../shape.ts'
import { FileObject } from './file.ts'
import { Run } from './run.ts'
import { Session } from './session.ts'
import { answersOf, StepObject } from './step.ts'

/** Message of a conversation and the text that the model receives of it (API-17). */
interface ShownMessage extends StoredMessage {
  readonly visibility: MessageVisibility
}

const MessageRole = describedEnum('MessageRole', 'Author of a message.', {
  SYSTEM: 'Instruction that the agent added to the conversation.',
  USER: 'The caller, a person who steered the run, or the engine in their place.',
  ASSISTANT: 'The model.',
  TOOL: 'Result of a tool call.',
})

const ToolCallPart = objectOf(toolCallPart)

const ToolResultPart = objectOf<typeof toolResultPart, ToolMessage>(toolResultPart, {
  fields: (t) => ({
    actionId: t.id({
      description:
        'Global id of the action whose output is the whole result. Null if the text is the whole result.',
      nullable: true,
      resolve: ({ reference }) => (reference === undefined ? null : toGlobalId('Action', reference)),
    }),
  }),
})

const FilePartObject = objectOf<typeof filePart, FilePart>(filePart, {
  fields: (t) => ({
    fileName: t.string({
      description: 'Name of the file. Null if it has none.',
      nullable: true,
      resolve: ({ name }) => name,
    }),
    file: t.field({
      type: FileObject,
      description: 'The file. Null if it was deleted.',
      nullable: true,
      resolve: ({ fileId }, _, ctx, info) => loadRow('File', fileId, { ctx, info }),
    }),
  }),
})

type Part =
  | { readonly kind: 'TextPart' | 'ReasoningPart' | 'RefusalPart'; readonly text: string }
  | ({ readonly kind: 'ToolCallPart' } & Extract<AssistantPart, { type: 'tool-call' }>)
  | ({ readonly kind: 'ToolResultPart' } & ToolMessage)
  | ({ readonly kind: 'FilePart' } & FilePart)

const MessagePart = builder.unionType('MessagePart', {
  description: 'Part of a message.',
  types: [
    ...[objectOf(textPart), objectOf(reasoningPart), objectOf(refusalPart)],
    ...[ToolCallPart, ToolResultPart, FilePartObject],
  ],
  resolveType: (part: unknown) => (part as Part).kind,
})

const Message = valueObject<ShownMessage>(
  'Message',
  'Message of a conversation. Stored messages never change; secrets in them are replaced.',
  {
    position: int('Position of the message in its run, from 0.'),
    stepNumber: nullable.int('Number of the step that wrote the message. Null if it came before a step.'),
    visibility: one(
      enumOf(messageVisibility),
      'Form in which the model receives the message: in the latest request of the conversation, or in the request of the step that the list is of.',
    ),
    createdAt: moment('Time when the message was stored.'),
  },
  {
    fields: (t) => ({
      runId: t.id({
        description: 'Global id of the run that the message belongs to.',
        resolve: ({ runId }) => toGlobalId('Run', runId),
      }),
      role: t.field({
        type: MessageRole,
        description: 'Author of the message.',
        resolve: ({ message }) => roles[message.role],
      }),
      byEngine: t.boolean({
        description: 'Whether the engine wrote a USER message, such as a reminder.',
        resolve: ({ message }) => message.role === 'user' && message.byEngine === true,
      }),
      text: t.string({
        description:
          'Text of the message, without reasoning and tool calls. An access token receives an empty text for SYSTEM messages.',
        resolve: ({ message }, _, ctx) => {
          if (isHidden(message, ctx)) return ''
          return message.role === 'assistant' ? textOf(message) : message.text
        },
      }),
      parts: t.field({
        type: [MessagePart],
        description: 'Parts of the message, in order. An access token receives none for SYSTEM messages.',
        resolve: (shown, _, ctx) => (isHidden(shown.message, ctx) ? [] : partsOf(shown)),
      }),
      tokens: t.int({
        description: 'Size of the message in tokens, as an estimate.',
        resolve: ({ message }) => inSlices(countSliced(message)),
      }),
    }),
  },
)

/** The agent's own instructions belong to its definition, which is closed to access tokens (KEY-8). */
function isHidden({ role }: ShownMessage['message'], { caller }: GraphQLContext): boolean {
  return role === 'system' && caller.access !== null
}

const roles = { system: 'SYSTEM', user: 'USER', assistant: 'ASSISTANT', tool: 'TOOL' } as const

const partKinds = { text: 'TextPart', reasoning: 'ReasoningPart', refusal: 'RefusalPart' } as const

function partsOf({ message }: ShownMessage): readonly Part[] {
  if (message.role === 'assistant') return message.parts.map(partOfAnswer)
  const files = filesOf(message).map((file) => ({ kind: 'FilePart' as const, ...file }))
  if (message.role === 'tool') return [{ kind: 'ToolResultPart', ...message }, ...files]
  return [{ kind: 'TextPart', text: message.text }, ...files]
}

function partOfAnswer(part: AssistantPart): Part {
  if (part.type === 'file') return { kind: 'FilePart', ...part }
  return part.type === 'tool-call'
    ? { kind: 'ToolCallPart', ...part }
    : { kind: partKinds[part.type], text: part.text }
}

const MessageConnection = builder.connectionObject(
  { type: Message, name: 'MessageConnection', description: 'Page of messages.' },
  { name: 'MessageEdge', description: 'Message and its position in the conversation.' },
)

builder.prismaObjectField(StepObject, 'toolCalls', (t) =>
  t.field({
    type: [ToolCallPart],
    description:
      'Tool calls in the answer of the model, as it wrote them. Empty if it made none, and for an agent that plans: its plan is in `text`.',
    extensions: { listSize: 10 },
    select: { runId: true, number: true },
    resolve: async ({ runId, number: stepNumber }, _, ctx, info) =>
      (await answersOf({ runId, stepNumber }, ctx, info)).flatMap(toolCallsOf),
  }),
)

builder.prismaObjectField(Run, 'messages', (t) =>
  t.field({
    type: MessageConnection,
    description:
      'Messages of the run, in order. Messages of earlier runs of its session are in `session.messages`.',
    args: t.arg.connectionArgs(),
    select: { id: true, sessionId: true },
    resolve: ({ id: runId, sessionId }, args, ctx, info) =>
      messagesOf({ kind: 'RUN', runId, sessionId }, args, { ctx, info }),
  }),
)

builder.prismaObjectField(Session, 'messages', (t) =>
  t.field({
    type: MessageConnection,
    description: 'Messages of the session, run by run.',
    args: t.arg.connectionArgs(),
    select: { id: true },
    resolve: ({ id: sessionId }, args, ctx, info) =>
      messagesOf({ kind: 'SESSION', sessionId }, args, { ctx, info }),
  }),
)

const stepColumns = { runId: true, number: true, run: { select: { sessionId: true } } } as const

interface StepOfRun {
  readonly runId: string
  readonly number: number
  readonly run: { readonly sessionId: string | null }
}

function keyOfStep({ runId, number: stepNumber, run: { sessionId } }: StepOfRun): ConversationKey {
  return { kind: 'STEP', runId, sessionId, stepNumber }
}

builder.prismaObjectField(StepObject, 'messages', (t) =>
  t.field({
    type: MessageConnection,
    description:
      'Conversation that the model received in the step: messages of other runs of the session, then those of the run before the answer of the step. `visibility` says what it received of each, and `systemPrompt` and `summary` come before them.',
    args: t.arg.connectionArgs(),
    select: stepColumns,
    resolve: (step, args, ctx, info) => messagesOf(keyOfStep(step), args, { ctx, info }),
  }),
)

builder.prismaObjectField(StepObject, 'summary', (t) =>
  t.field({
    type: 'String',
    description:
      'Summary that the model received in place of the messages that are SUMMARISED. Null if there are none.',
    nullable: true,
    select: stepColumns,
    resolve: async (step, _, ctx) =>
      (await ctx.loaders.compactions('STEP').load(keyOfStep(step))).at(-1)?.summary ?? null,
  }),
)

interface Field {
  readonly ctx: GraphQLContext
  readonly info: GraphQLResolveInfo
}

/** The connection of a conversation. Nothing is read before it is selected. @throws INVALID_INPUT, CURSOR_INVALID */
function messagesOf(
  key: ConversationKey,
  args: PageArguments,
  { ctx, info }: Field,
): Connection<ShownMessage> {
  const bounds = readBounds(args, readCursor)
  const pages = ctx.loaders.ofField<ConversationKey, readonly StoredMessage[]>(info, 'messages', (keys) =>
    ctx.reads.messages(ctx.project.id, keys, { ...bounds, limit: bounds.limit + 1 }),
  )
  return connectionOf(bounds, {
    rows: async () => {
      const views = ctx.loaders.compactions(key.kind).load(key)
      const [messages, shown] = await Promise.all([pages.load(key), views])
      return messages.map((message) => ({ ...message, visibility: visibilityOf(message, shown) }))
    },
    cursorOf: toCursor,
    count: () => ctx.loaders.read(info, 'messageCounts').load(key),
  })
}

const messageCursor: ListCursor<readonly [number, string, number]> = {
  name: 'message',
  otherwise: 'it does not come from a list of messages',
  parts: [isWholeNumber, isRowId, isWholeNumber],
}

function toCursor({ sessionNumber, runId, position }: MessagePosition): string {
  return toListCursor(messageCursor, [sessionNumber, runId, position])
}

/** @throws CURSOR_INVALID naming the argument */
function readCursor(cursor: GivenCursor): MessagePosition {
  const [sessionNumber, runId, position] = readListCursor(cursor, messageCursor)
  return { sessionNumber, runId, position }
}
