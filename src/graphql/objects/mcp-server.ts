import { RungraphError } from '../../domain/errors.ts'
import { type SignInCall, type SignInView, signIn, signInFor, signInLink } from '../../domain/mcp-sign-in.ts'
import type { PromptServer, ServerPrompt } from '../../domain/prompt-call.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { boolean, nullable, required, string, valueObject } from '../fields.ts'
import { mutation } from '../mutation.ts'
import { enumOf, objectOf } from '../shape.ts'

const Argument = valueObject<ServerPrompt['arguments'][number]>(
  'McpPromptArgument',
  'Argument of a prompt of an MCP server.',
  {
    name: string('Name of the argument.'),
    description: nullable.string('Description of the argument. Null if the server gives none.'),
    required: boolean('Whether the prompt needs the argument.'),
  },
)

const Prompt = valueObject<ServerPrompt>(
  'McpServerPrompt',
  'Prompt that an MCP server offers: a template of messages, which can be the input of a run.',
  {
    name: string('Name of the prompt, as the server has it.'),
    title: nullable.string('Name of the prompt for people. Null if the server gives none.'),
    description: nullable.string('Description of the prompt. Null if the server gives none.'),
  },
  {
    fields: (t) => ({
      arguments: t.field({
        type: [Argument],
        description: 'Arguments of the prompt.',
        resolve: (prompt) => [...prompt.arguments],
      }),
    }),
  },
)

/** A caller waits no longer for the list of a server, in milliseconds. */
const listMs = 10_000

/** A server, as the caller sees it. */
interface ShownServer extends PromptServer {
  /** `null`: nobody signs in to it. */
  readonly signIns: SignInView | null
}

const McpServerObject = valueObject<ShownServer>(
  'McpServer',
  'MCP server of `RUNGRAPH_MCP`. Its tools are those with the source `mcp:` and its name.',
  {
    name: string('Name of the server.'),
    absence: nullable.string(
      'Reason why the server is not connected at the moment. Null if it is connected.',
    ),
    instructions: nullable.string(
      'What the server says about its tools, which agents with one of them are told. Null if it says nothing, or if the settings leave it out.',
    ),
  },
  {
    fields: (t) => ({
      per: t.field({
        type: enumOf(signInFor),
        nullable: true,
        description: 'Whom a sign-in to the server is for. Null if nobody signs in to it.',
        resolve: ({ signIns }) => signIns?.per ?? null,
      }),
      signIn: t.field({
        type: objectOf(signIn),
        nullable: true,
        description: 'Sign-in that calls of the caller are made with. Null if there is none.',
        resolve: ({ signIns }) => signIns?.signIn ?? null,
      }),
      prompts: t.field({
        type: [Prompt],
        nullable: true,
        description: 'Prompts that the server lists now. Null if it cannot be asked at the moment.',
        extensions: { weight: 50 },
        resolve: async (server) => {
          if (server.absence !== null) return null
          const prompts = await server.prompts(AbortSignal.timeout(listMs)).catch(() => null)
          return prompts && [...prompts]
        },
      }),
    }),
  },
)

builder.queryField('mcpServers', (t) =>
  t.field({
    type: [McpServerObject],
    description:
      'MCP servers that tools of this server come from, ordered by name, with the sign-in of the caller. An access token sees those that each user signs in to.',
    resolve: async (_, _args, ctx) => {
      const views = new Map((await ctx.operations.signIns.list(callOf(ctx))).map((view) => [view.name, view]))
      return (ctx.tools.servers?.() ?? [])
        .map((server) => ({ ...server, signIns: views.get(server.name) ?? null }))
        .filter(({ signIns }) => signIns !== null || !ctx.caller.access)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    },
  }),
)

mutation('startMcpSignIn', {
  description:
    'Gives the address at which the caller signs in to an MCP server. Where the server has one account for all, this needs an administrator of the server.',
  argument: 'MCP server to sign in to.',
  input: { server: required.string('Name of the server in the file `RUNGRAPH_MCP`.') },
  result: objectOf(signInLink),
  gives: 'Address to sign in at, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  resolve: async ({ server }, ctx) => ({
    url: await ctx.operations.signIns.start({ ...callOf(ctx), server }),
  }),
})

mutation('endMcpSignIn', {
  description:
    'Signs the caller out of an MCP server: its tokens are deleted here, and calls ask for a sign-in again within seconds. Where the server has one account for all, this needs an administrator of the server.',
  argument: 'MCP server to sign out of.',
  input: { server: required.string('Name of the server in the file `RUNGRAPH_MCP`.') },
  result: McpServerObject,
  gives: 'MCP server without a sign-in, or the error.',
  errors: ['InvalidInput', 'NotFound', 'Conflict'],
  resolve: async ({ server: name }, ctx) => {
    const signIns = await ctx.operations.signIns.end({ ...callOf(ctx), server: name })
    const server = ctx.tools.servers?.().find((one) => one.name === name)
    if (!server) throw new RungraphError('NOT_FOUND', { kind: 'MCP server' })
    return { ...server, signIns }
  },
})

function callOf({ project, caller }: GraphQLContext): SignInCall {
  return { projectId: project.id, caller }
}
