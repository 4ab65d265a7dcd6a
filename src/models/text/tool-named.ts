import type { AssistantMessage } from '../../domain/message.ts'

/** Namespaces in which chat templates declare tools, and which models then put before their names: `functions.look`, `default_api:look`. */
const namespace = /^(?:functions?|tools?|default_api)[.:/]/
/** What models leave behind a name: the number of the call (`look:0`), the mark of a channel (`look<|channel|>json`). */
const tail = /(?::\d+|<\|.*)$/s

/** The tool that a name means; the name as it is where it means none of them. */
export function toolNamed(name: string, tools: readonly string[]): string {
  if (tools.includes(name)) return name
  const bare = name.trim().replace(tail, '').replace(namespace, '')
  return tools.includes(bare) ? bare : name
}

/** The message with its calls by the names of the tools that they mean, and in words which were written otherwise. */
export function withNamedTools(message: AssistantMessage, tools: readonly string[]) {
  const repaired: string[] = []
  const parts = message.parts.map((part) => {
    if (part.type !== 'tool-call') return part
    const name = toolNamed(part.name, tools)
    if (name === part.name) return part
    repaired.push(`the call of \`${part.name}\` was read as one of \`${name}\``)
    return { ...part, name }
  })
  return repaired.length === 0 ? { message, repaired } : { message: { ...message, parts }, repaired }
}
