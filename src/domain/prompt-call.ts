import type { z } from 'zod'
import { object } from './declared.ts'
import { given, needed } from './given.ts'

/** A prompt that an MCP server is to give (MCP-12). */
export const promptCall = object('McpPrompt', 'Prompt of an MCP server, which becomes the input of a run.', {
  server: needed.text('Name of the MCP server, as `RUNGRAPH_MCP` has it.'),
  name: needed.text('Name of the prompt, as the server has it.'),
  arguments: given.json('Arguments of the prompt: an object whose values are texts.'),
})
export type PromptCall = Readonly<z.infer<typeof promptCall>>

/** A prompt in place of a parameter of a workflow. */
export const workflowPrompt = object(
  'WorkflowPrompt',
  'Prompt of an MCP server, which becomes a parameter of a workflow.',
  {
    parameter: needed.text('Name of the parameter, which `parameters` leaves out.'),
    prompt: needed.one(promptCall, 'Prompt whose text is the value of the parameter.'),
  },
)
export type WorkflowPrompt = Readonly<z.infer<typeof workflowPrompt>>

/** A prompt as its server describes it. */
export interface ServerPrompt {
  readonly name: string
  readonly title: string | null
  readonly description: string | null
  readonly arguments: readonly {
    readonly name: string
    readonly description: string | null
    readonly required: boolean
  }[]
}

/** An MCP server beside its tools. */
export interface PromptServer {
  readonly name: string
  /** Why it is not connected at the moment; `null`: it is. */
  readonly absence: string | null
  /** What it says about its tools, as agents are told it; `null`: nothing. */
  readonly instructions: string | null
  /** Its prompts; none where it declares none. @throws where it cannot be asked */
  prompts(signal: AbortSignal): Promise<readonly ServerPrompt[]>
  /** The messages of a prompt, as one text. @throws where it does not give it */
  prompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<string>
}
