import type { Message, Script, ScriptContext } from 'rungraph'
import { type Data, isData } from './conversation.ts'

type ToolSpec = ScriptContext['tools'][number]

const confession =
  'I am scripted/stand-in, a script and no model: set the API key of a provider, and a model in the agent, to hear a real one.'

/**
 * Stands in for a model where no provider is set up: calls the first tool that the agent has with arguments that it finds in the input, and
 * repeats the answer of the tool. It says that it is a script.
 */
export const standIn: Script = ({ turn, input, messages, tools, toolsDisabled }) => {
  const [tool] = tools
  if (turn > 0) return { text: `${lastResult(messages)}\n\n${confession}` }
  if (!tool || toolsDisabled) return { text: `You said: “${input}”.\n\n${confession}` }
  return {
    text: `I call ${tool.name}.`,
    toolCalls: [{ name: tool.name, arguments: argumentsFor(tool, input) }],
  }
}

function lastResult(messages: readonly Message[]): string {
  const last = messages.findLast((message) => message.role === 'tool')
  return last ? `The tool answered: ${last.text}` : 'No tool answered.'
}

/** Arguments that fit the schema of the tool as far as the input has them; optional ones are left out. */
function argumentsFor({ inputSchema }: ToolSpec, input: string): Data {
  const { properties, required } = inputSchema
  if (!isData(properties)) return {}
  const wanted = Array.isArray(required) ? required : []
  const found = Object.entries(properties).filter(([name]) => wanted.includes(name))
  return Object.fromEntries(found.map(([name, schema]) => [name, valueFor(schema, input)]))
}

function valueFor(schema: unknown, input: string): Data[string] {
  if (!isData(schema)) return input
  const { enum: choices, type, pattern, minimum } = schema
  if (Array.isArray(choices))
    return choices.find((choice) => input.includes(String(choice))) ?? choices[0] ?? input
  switch (type) {
    case 'number':
    case 'integer':
      // A number by itself: that of order A-1001 is none.
      return Number(/(?<![\w.-])-?\d+(\.\d+)?(?![\w-])/.exec(input)?.[0] ?? minimum ?? 1)
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return {}
    default:
      return typeof pattern === 'string' ? wordLike(pattern, input) : input
  }
}

/** The first word of the input that the pattern matches, without the marks around it. */
function wordLike(pattern: string, input: string): string {
  const words = input.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return words.find((word) => fits(pattern, word)) ?? input
}

function fits(pattern: string, word: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(word)
  } catch {
    return false // JSON Schema may have a dialect that JavaScript lacks
  }
}
