import type { RunGate } from '../../client/run-state.ts'
import { isJsonObject } from '../../domain/json.ts'
import { shellWord } from '../../domain/text/foreign-text.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { inOneLine, type NextCommand } from '../terminal/terminal-text.ts'

export type Look = Pick<Terminal, 'paint' | 'width'> & { readonly command: NextCommand }

/** A question, with the commands that answer and decline it while it is open. */
export function renderQuestion(
  { id, status, context, action }: RunGate,
  { paint, width, command }: Look,
): readonly string[] {
  const { question = '', schema = null, url = null } = 'question' in context ? context : {}
  const commands = [
    command(`decide ${id} answer ${shellWord(JSON.stringify(exampleOf(schema)))}`),
    command(`decide ${id} reject --note "<why>"`),
  ]
  return [
    paint('yellow', `⏸ ${action?.target ?? 'A call'} asks:`),
    ...question.split('\n').map((line) => `  ${inOneLine(line, width - 2)}`),
    ...(url === null ? [] : [`  ${inOneLine(url, width - 2)}`]),
    ...(status === 'OPEN' ? commands.map((line) => `  ${paint('bold', line)}`) : []),
  ]
}

/** An answer of the form that a schema wants, to be filled in. */
function exampleOf(schema: unknown): Readonly<Record<string, unknown>> {
  const properties: unknown = isJsonObject(schema) ? schema.properties : null
  return isJsonObject(properties)
    ? Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleValue(each)]))
    : {}
}

function exampleValue(schema: unknown): unknown {
  if (!isJsonObject(schema)) return '…'
  const { type, enum: values } = schema
  if (Array.isArray(values)) return values[0]
  return typeof type === 'string' && type in examples ? examples[type] : '…'
}

const examples: Readonly<Record<string, unknown>> = {
  number: 0,
  integer: 0,
  boolean: true,
  array: [],
  object: {},
}
