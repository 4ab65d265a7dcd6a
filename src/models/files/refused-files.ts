import { toMediaType } from '../../domain/file.ts'
import type { ModelError } from '../../domain/model.ts'
import type { BinaryForm } from './file-rules.ts'
import type { PlannedFile } from './sent-files.ts'

/** The forms in the words of servers. */
const nouns: Readonly<Record<BinaryForm, string>> = {
  IMAGE: '(?:images?|image_urls?|vision|multi-?modal)',
  AUDIO: '(?:audios?|input_audio|audio_url)',
  PDF: '(?:pdfs?|documents?|files?|file_data|input_file)',
  DOCUMENT: '(?:documents?|files?|file_data|input_file)',
}

/** What a server says of a form that its model does not take, with `N` for the form. */
const sentences: readonly string[] = [
  // "This model does not support image input", "The model claude-… does not support PDF input"
  String.raw`\b(?:does not|doesn't|do not|don't|cannot|can't|not) (?:yet |currently )?(?:support|accept|take)\w* (?:any |the )?['"\x60]?N\b(?! (?:format|type|of)s?\b)`,
  // "image input is not supported" (llama.cpp), "Image input modality is not enabled for models/gemma-3-1b-it", "Image content block not supported"
  String.raw`\bN['"\x60]?(?: (?:inputs?|contents?|blocks?|parts?|modality|understanding))*,? (?:is |are )?(?:currently )?(?:not (?:yet |currently )?(?:supported|enabled|allowed|available|accepted)|unsupported|disabled|only supported)`,
  // "unknown variant `image_url`, expected `text`" (DeepSeek), 'Unsupported content part type: "image_url"' (llama.cpp)
  String.raw`\b(?:unknown variant|(?:unsupported|invalid|unknown) (?:message )?(?:content )?(?:part |block )?type:?) ?\\?['"\x60]?N\b`,
  // "Invalid content type. image_url is only supported by certain models."
  String.raw`\binvalid content type\. N is only supported`,
  // "No endpoints found that support image input" (OpenRouter)
  String.raw`\bno endpoints found that support (?:input )?N\b`,
  // "this model is missing data required for image input" (Ollama)
  String.raw`\bmissing data required for N\b`,
]

/** What says that a model takes text alone: "… is not a multimodal model" (vLLM), "messages[0].content must be a string" (Groq). */
const textAlone =
  /\bis not a (?:multi-?modal|vision) model|\bcontent\b['"`\]]* ?:? ?(?:value )?(?:must be|should be|expected)(?: a| an)?(?: valid)? string|invalid type for 'messages\[\d+\]\.content': expected a string|input should be a valid string|only ['"`]?text['"`]? (?:content|is|parts?|input)/i

/** "Unsupported MIME type: image/gif" (Google). */
const wrongType =
  /\b(?:unsupported|invalid|not (?:a )?supported) (?:mime|media)[ _]?type:? ?['"`]?([a-z]+\/[\w.+-]+)|\b(?:mime|media)[ _]?type:? ?['"`]?([a-z]+\/[\w.+-]+)['"`]? is (?:not supported|unsupported)/i

/** The forms or media types of the sent files that a server refuses; none where it refuses something else. */
export function refusedFiles(
  { kind, message }: Pick<ModelError, 'kind' | 'message'>,
  sent: readonly PlannedFile[],
): readonly string[] {
  if (kind !== 'BAD_REQUEST') return []
  const type = wrongType.exec(message)
  const named = toMediaType(type?.[1] ?? type?.[2])
  if (named !== null && sent.some(({ file }) => file.mediaType === named)) return [named]
  const forms = [...new Set(sent.map(({ form }) => form))].filter((form) => form !== 'TEXT')
  const meant = forms.filter((form) => patterns[form].test(message))
  return meant.length === 0 && textAlone.test(message) ? forms : meant
}

const patterns: Readonly<Record<BinaryForm, RegExp>> = {
  IMAGE: patternOf('IMAGE'),
  AUDIO: patternOf('AUDIO'),
  PDF: patternOf('PDF'),
  DOCUMENT: patternOf('DOCUMENT'),
}

function patternOf(form: BinaryForm): RegExp {
  return new RegExp(sentences.map((words) => words.replaceAll('N', nouns[form])).join('|'), 'i')
}
