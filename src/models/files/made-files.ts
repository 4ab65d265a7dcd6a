import { Buffer } from 'node:buffer'
import { answerTooLarge } from '../../domain/answer-size.ts'
import { isRungraphError } from '../../domain/errors.ts'
import { formOfHead, toMediaType, typeOfForm } from '../../domain/file.ts'
import type { AssistantPart, ProviderState } from '../../domain/message.ts'
import type { ModelAnswer, ModelRequest } from '../../domain/model.ts'
import { markOf, sizeInWords } from './sent-files.ts'

/** A file in an answer, as it came. */
export interface MadeFile {
  /** Its bytes in base64; of several pieces each is padded for itself. More may follow while the answer comes in. */
  readonly base64: readonly string[]
  readonly mediaType: string
  /** Number of parts of the message before it. */
  readonly place: number
  readonly state?: ProviderState
}

/** Bounds of the files of one answer. */
const maxFiles = 100
const maxBase64 = 64 * 1024 * 1024

/** Collects the files of an answer while it comes in. They are no part of its characters (MOD-10). */
export function createMadeFiles() {
  const files: MadeFile[] = []
  let size = 0
  const count = (piece: string) => {
    size += piece.length
    if (size > maxBase64) throw answerTooLarge(`its files have more than ${sizeInWords(maxBase64)} in base64`)
  }
  return {
    list: files as readonly MadeFile[],
    /** Gives what adds a further piece to the file. Both: @throws ModelError (ANSWER_TOO_LARGE) beyond a bound */
    add(file: MadeFile): (piece: string) => void {
      if (files.length === maxFiles) throw answerTooLarge(`it has more than ${maxFiles} files`)
      file.base64.forEach(count)
      const base64 = [...file.base64]
      files.push({ ...file, base64 })
      return (piece) => {
        count(piece)
        base64.push(piece)
      }
    },
  }
}

/** A data URL taken apart; `null` where it is none. */
export function readDataUrl(url: string): { readonly mediaType: string; readonly base64: string } | null {
  const found = /^data:([^;,]*)[^,]*;base64,/i.exec(url.slice(0, 200))
  if (found === null) return null
  return { mediaType: found[1] || 'application/octet-stream', base64: url.slice(found[0].length) }
}

/**
 * The answer with its files kept. What cannot be kept, for whatever reason, is left out with a note: the answer is paid for.
 * @throws the reason of the aborted signal
 */
export async function withMadeFiles(
  answer: ModelAnswer,
  made: readonly MadeFile[],
  { files, recorder, signal }: Pick<ModelRequest, 'files' | 'recorder' | 'signal'>,
): Promise<ModelAnswer> {
  const { parts } = answer.message
  const all: AssistantPart[] = []
  const repaired: string[] = []
  let taken = 0
  for (const file of made) {
    const { place, state } = file
    all.push(...parts.slice(taken, place))
    taken = Math.max(taken, place)
    const { data, mediaType } = decode(file, recorder)
    const words = `a file that it made (${mediaType}, ${sizeInWords(data.byteLength)}) is left out`
    if (!files || data.byteLength === 0) {
      repaired.push(`${words}, as ${files ? 'it is empty' : 'this call keeps no files'}`)
      continue
    }
    try {
      all.push({ ...(await files.keep(data, mediaType)), ...(state && { state }) })
    } catch (error) {
      signal.throwIfAborted()
      repaired.push(
        isRungraphError(error) ? `${words}: ${error.message}` : `${words}, as it could not be stored`,
      )
    }
  }
  return {
    ...answer,
    message: { ...answer.message, parts: [...all, ...parts.slice(taken)] },
    ...(repaired.length > 0 && { repaired: [...(answer.repaired ?? []), ...repaired] }),
  }
}

/** The bytes of a file; in what is recorded of the call they are shown as marks. The pieces are let go before the file is stored. */
function decode({ base64, mediaType: said }: MadeFile, recorder: ModelRequest['recorder']) {
  const pieces = base64.map((piece) => [piece, Buffer.from(piece, 'base64')] as const)
  const data = Buffer.concat(pieces.map(([, bytes]) => bytes))
  const mediaType = typeOfBytes(data) ?? toMediaType(said) ?? 'application/octet-stream'
  for (const [piece, bytes] of pieces) recorder?.omit(piece, markOf(mediaType, bytes))
  return { data, mediaType }
}

/** The media type that the first bytes of a file show; `null` where they show none. */
export function typeOfBytes(data: Uint8Array): string | null {
  const form = formOfHead(data)
  return form && typeOfForm[form]
}
