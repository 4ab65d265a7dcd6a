import {
  type AssistantMessage,
  type FilePart,
  madeFilesOf,
  type ToolMessage,
  type UserMessage,
} from '../../domain/message.ts'
import type { TranscriptRules } from './transcript-rules.ts'

type FileRules = Pick<TranscriptRules, 'provider' | 'calls' | 'resultFiles' | 'madeFiles'>

/**
 * A message of the user with the files of an answer and of its results that cannot stand in those, and with words about where they are
 * from; none where there are no such files.
 */
export function filesBehind(
  answer: AssistantMessage,
  results: readonly ToolMessage[],
  rules: FileRules,
): readonly UserMessage[] {
  const hasFiles =
    answer.parts.some(({ type }) => type === 'file') || results.some(({ files }) => files !== undefined)
  if (!hasFiles) return []
  const made = madeFilesOf(answer).filter((file) => !standsInAnswer(file, rules))
  const given = results.flatMap((result) => {
    const files = standsInResult(result, rules) ? [] : (result.files ?? [])
    return files.length === 0
      ? []
      : [{ words: `Files of the result of ${result.name} (${result.callId})`, files }]
  })
  const groups = [...(made.length === 0 ? [] : [{ words: 'Files of your answer', files: made }]), ...given]
  if (groups.length === 0) return []
  const text = groups.map(({ words, files }) => `${words}: ${files.map(nameOf).join(', ')}`).join('\n')
  return [{ role: 'user', text, files: groups.flatMap(({ files }) => files) }]
}

/** A result without the files that stand behind it. */
export function withoutFilesBehind(result: ToolMessage, rules: FileRules): ToolMessage {
  if (result.files === undefined || standsInResult(result, rules)) return result
  const { files: _, ...rest } = result
  return rest
}

function standsInAnswer({ state }: FilePart, { provider, madeFiles }: FileRules): boolean {
  return madeFiles === 'INSIDE' && state?.provider === provider
}

/** "When `is_error` is true, all content must be type `text`" (Anthropic). */
function standsInResult({ isError }: ToolMessage, { calls, resultFiles }: FileRules): boolean {
  return resultFiles === 'INSIDE' && calls !== 'IN_WORDS' && !isError
}

function nameOf({ name, mediaType }: FilePart): string {
  return name ?? mediaType
}
