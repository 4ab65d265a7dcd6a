import type { MediaForm } from '../../domain/file.ts'
import type { FilePart } from '../../domain/message.ts'

/** Forms that are sent as bytes: text goes as text to every model. */
export type BinaryForm = Exclude<MediaForm, 'TEXT'>

/** What of a form a model takes. Absent bounds: the vendor names none. */
export interface FormRule {
  readonly mediaTypes: readonly string[]
  /** Greatest size of one file, in bytes of base64. */
  readonly maxBase64?: number
  readonly maxCount?: number
  /** Longest edge of an image in pixels, in a request with so many images. */
  readonly maxEdge?: (count: number) => number
}

/** What a model takes of the types that are stored; a form without a rule is left out. */
export interface FileRules {
  readonly forms: Readonly<Partial<Record<BinaryForm, FormRule>>>
  /** Greatest size of all files of a request together, in bytes of base64, and of text as it is. Absent: `defaultTotalBase64`. */
  readonly maxTotalBase64?: number
}

export function base64Length({ byteCount }: Pick<FilePart, 'byteCount'>): number {
  return 4 * Math.ceil(byteCount / 3)
}

const mebibyte = 1024 * 1024

/** The greatest size of all files of a request where the vendor names none: text goes to every model. */
export const defaultTotalBase64 = 32 * mebibyte

/** Images that all servers with eyes take, and those that the vendors take. */
export const plainImages = ['image/png', 'image/jpeg'] as const
export const allImages = [...plainImages, 'image/gif', 'image/webp'] as const
const pdf: FormRule = { mediaTypes: ['application/pdf'] }
const office = 'application/vnd.openxmlformats-officedocument'

/** "Up to 512 MB total payload size": half of it, as a body is one string here, which can be no longer than that. */
const maxOpenAiBase64 = 256 * mebibyte

/** Of the Responses API: "up to 1500 individual image inputs", files of up to 50 MB. */
const openAiImages: FormRule = { mediaTypes: allImages, maxCount: 1500 }
const maxFileBase64 = base64Length({ byteCount: 50 * mebibyte })

/** Chat models of OpenAI without eyes; the newer ones of the same names have some. */
const openAiBlind =
  /^(?:ft:)?(?:gpt-3\.5|gpt-4(?:-\d|-32k|$)|o1-mini|o1-preview|o3-mini|text-|davinci|babbage)/

/** developers.openai.com/api/docs/guides/images-vision and …/file-inputs, November 2026. */
export function openAiFiles(model: string): FileRules {
  const documents: FormRule = {
    mediaTypes: ['wordprocessingml.document', 'presentationml.presentation', 'spreadsheetml.sheet'].map(
      (name) => `${office}.${name}`,
    ),
    maxBase64: maxFileBase64,
  }
  if (openAiBlind.test(model)) return { forms: {} }
  return {
    forms: { IMAGE: openAiImages, PDF: { ...pdf, maxBase64: maxFileBase64 }, DOCUMENT: documents },
    maxTotalBase64: maxOpenAiBase64,
  }
}

/** What a server of Chat Completions takes. */
export interface ChatFileForms {
  /** Media types; empty: its models have no eyes. */
  readonly images: readonly string[]
  /** As `input_audio`; `BY_NAME`: models that have it in their name. */
  readonly audio: 'ALWAYS' | 'BY_NAME' | 'NEVER'
  /** As `file`: PDF alone. */
  readonly pdf: boolean
}

/** Chat Completions takes PDF alone as a file, and "wav" and "mp3" as audio (the same pages, and …/guides/audio). */
export function chatFiles(model: string, takes: ChatFileForms): FileRules {
  const hasEars = takes.audio === 'ALWAYS' || (takes.audio === 'BY_NAME' && /audio/.test(model))
  // OpenAI's models that hear do not see.
  const isBlind =
    takes.images.length === 0 || openAiBlind.test(model) || (hasEars && takes.audio === 'BY_NAME')
  return {
    forms: {
      ...(isBlind ? {} : { IMAGE: { ...openAiImages, mediaTypes: takes.images } }),
      ...(hasEars ? { AUDIO: { mediaTypes: ['audio/wav', 'audio/mpeg'] } } : {}),
      ...(takes.pdf && !isBlind ? { PDF: { ...pdf, maxBase64: maxFileBase64 } } : {}),
    },
    maxTotalBase64: maxOpenAiBase64,
  }
}

/**
 * platform.claude.com/docs/en/build-with-claude/vision and …/pdf-support, November 2026: "image exceeds 10 MB maximum: … bytes > 10485760
 * bytes" of base64; 8000 pixels, or 2000 among more than 20 images; 100 images for windows of 200,000 tokens, else 600; 32 MB together.
 */
export function anthropicFiles(model: string): FileRules {
  if (/^claude-(?:2|instant)/.test(model)) return { forms: {} }
  const isSmall = /^claude-(?:3|haiku-4|(?:opus|sonnet)-4(?:-[0-5]|-\d{8}|$))/.test(model)
  return {
    forms: {
      IMAGE: {
        mediaTypes: allImages,
        maxBase64: 10 * mebibyte,
        maxCount: isSmall ? 100 : 600,
        maxEdge: (count) => (count > 20 ? 2000 : 8000),
      },
      ...(/^claude-3-(?:haiku|opus|sonnet)/.test(model) ? {} : { PDF: pdf }),
    },
    maxTotalBase64: 32 * mebibyte,
  }
}

const googleImages = [...plainImages, 'image/webp']
const googleAudio = ['wav', 'mpeg', 'ogg', 'flac'].map((name) => `audio/${name}`)

/**
 * ai.google.dev/gemini-api/docs/image-understanding, …/audio, …/document-processing and …/file-input-methods, November 2026: 100 MB in
 * base64, PDF of 50 MB, 3,600 images. Vertex AI: 3,000 images, and parts of up to 256 MB
 * (docs.cloud.google.com/gemini-enterprise-agent-platform/models/capabilities/image-understanding).
 */
export function googleFiles(model: string, provider: 'google' | 'vertex'): FileRules {
  if (/tts|embedding/.test(model)) return { forms: {} }
  const isGemini = model.includes('gemini')
  return {
    forms: {
      IMAGE: { mediaTypes: googleImages, maxCount: provider === 'google' ? 3600 : 3000 },
      // Gemma sees, at most.
      ...(isGemini ? { AUDIO: { mediaTypes: googleAudio }, PDF: { ...pdf, maxBase64: maxFileBase64 } } : {}),
    },
    maxTotalBase64: (provider === 'google' ? 100 : 256) * mebibyte,
  }
}
