import { type MediaForm, mediaFormOf, mediaForms } from '../../domain/file.ts'
import type { FilePart } from '../../domain/message.ts'
import { ModelError } from '../../domain/model.ts'
import {
  type BinaryForm,
  base64Length,
  defaultTotalBase64,
  type FileRules,
  type FormRule,
} from './file-rules.ts'
import { type PlannedFile, sizeInWords, wordsOf } from './sent-files.ts'

/** A file that is left out, and why: `the model takes no audio`. */
interface UnsentFile {
  readonly file: FilePart
  readonly why: string
}

interface FilePlan {
  readonly sent: readonly PlannedFile[]
  readonly unsent: readonly UnsentFile[]
}

/** What a model refused of files: its words, by form or media type. */
export type RefusedFiles = ReadonlyMap<string, string>

export const mediaFormWords: Readonly<Record<MediaForm, string>> = {
  IMAGE: 'images',
  AUDIO: 'audio',
  PDF: 'PDF files',
  DOCUMENT: 'documents of this type',
  TEXT: 'text',
}

/** Which files of a request its model takes, by the vendor's rules and by what it refused before. */
export function planFiles(files: readonly FilePart[], rules: FileRules, refused: RefusedFiles): FilePlan {
  const sent: PlannedFile[] = []
  const unsent: UnsentFile[] = []
  for (const file of files) {
    const form = mediaFormOf(file.mediaType)
    const why = form === 'TEXT' ? null : whyUnsent(file, form, rules, refused)
    if (why === null) sent.push({ file, form })
    else unsent.push({ file, why })
  }
  return { sent, unsent }
}

function whyUnsent(
  { mediaType }: FilePart,
  form: BinaryForm,
  { forms }: FileRules,
  refused: RefusedFiles,
): string | null {
  const refusal = refused.get(form) ?? refused.get(mediaType)
  if (refusal !== undefined) return refusal
  const rule = forms[form]
  if (rule === undefined) return `the model takes no ${mediaFormWords[form]}`
  return rule.mediaTypes.includes(mediaType) ? null : `the model takes no ${mediaType}`
}

/** @throws ModelError BAD_REQUEST where a file is larger than its model takes, or one too many */
export function checkSizes(files: readonly PlannedFile[], rules: FileRules): void {
  for (const form of mediaForms) {
    if (form === 'TEXT') continue
    const own = files.filter((each) => each.form === form).map(({ file }) => file)
    const rule = rules.forms[form]
    if (rule) checkForm(own, form, rule)
  }
  const bytes = files.map(({ file, form }) => (form === 'TEXT' ? file.byteCount : base64Length(file)))
  const total = bytes.reduce((sum, size) => sum + size, 0)
  const most = rules.maxTotalBase64 ?? defaultTotalBase64
  if (total > most)
    throw tooMuch(
      `The files of the messages have ${sizeInWords(total)}, all but text in base64; the model takes ${sizeInWords(most)} in one request. Send fewer or smaller files.`,
    )
}

function checkForm(
  files: readonly FilePart[],
  form: BinaryForm,
  { maxBase64 = Number.POSITIVE_INFINITY, maxCount = Number.POSITIVE_INFINITY, maxEdge }: FormRule,
): void {
  const words = mediaFormWords[form]
  const extra = files[maxCount]
  if (extra)
    throw tooMuch(
      `The file ${wordsOf(extra)} is one too many: the messages have ${files.length} ${words}, and the model takes ${maxCount} in one request. Start a new conversation, or send fewer.`,
    )
  for (const file of files) {
    const size = base64Length(file)
    if (size > maxBase64)
      throw tooMuch(
        `The file ${wordsOf(file)} is too large: it has ${inBase64(size)}, and the model takes ${words} of up to ${sizeInWords(maxBase64)} so. Send a smaller file.`,
      )
    const most = maxEdge?.(files.length)
    if (most !== undefined && file.pixels?.some((edge) => edge > most))
      throw tooMuch(
        `The file ${wordsOf(file)} is too large: it has ${file.pixels.join(' x ')} pixels, and the model takes up to ${most} on an edge in a request with ${files.length} images. Send a smaller image.`,
      )
  }
}

function inBase64(size: number): string {
  return `${sizeInWords(size)} in base64`
}

function tooMuch(message: string): ModelError {
  return new ModelError('BAD_REQUEST', message, { retryable: false, sent: false })
}
