import { mediaForms } from '../domain/file.ts'
import type { FilePart } from '../domain/message.ts'
import { type ModelChunk, ModelError, type ModelRequest } from '../domain/model.ts'
import type { FileRules } from './files/file-rules.ts'
import { checkSizes, mediaFormWords, planFiles, type RefusedFiles } from './files/plan-files.ts'
import { refusedFiles } from './files/refused-files.ts'
import {
  filesIn,
  noFiles,
  note,
  type PlannedFile,
  readFiles,
  type SentFiles,
  wordsOf,
} from './files/sent-files.ts'
import { adapted } from './sdk-errors.ts'

/** Makes the files of requests such that the provider takes them (MOD-11). */
export interface FileFitter {
  /** The files of a request that its model does not take, each in words that stand behind the model's name. */
  leftOutFiles(request: ModelRequest): readonly string[]
  /** Reads the files, and sends the request with them. @throws ModelError where one is too large, or one too many */
  stream(
    request: ModelRequest,
    send: (files: SentFiles) => AsyncIterable<ModelChunk>,
  ): AsyncIterable<ModelChunk>
}

/** Most files that are named. */
const maxNamed = 20

/** What a model does not take is a line in its message; what it refuses unforeseen is left out from then on. */
export function createFileFitter(rulesOf: (model: string) => FileRules): FileFitter {
  /** By model: the words of its refusals, by form or media type. */
  const refused = new Map<string, RefusedFiles>()
  const refusedBy = (model: string): RefusedFiles => refused.get(model) ?? new Map<string, string>()
  const planOf = (files: readonly FilePart[], model: string) =>
    planFiles(files, rulesOf(model), refusedBy(model))

  /** The same failure, with what is done about it; `null` where no file is at fault. */
  function lessonOf(error: unknown, model: string, sent: readonly PlannedFile[]): ModelError | null {
    if (!(error instanceof ModelError) || error.adapted !== undefined) return null
    const found = refusedFiles(error, sent)
    if (found.length === 0) return null
    const said = `the model refused ${found.map(toWords).join(' and ')}: ${error.message.slice(0, 300)}`
    refused.set(model, new Map([...refusedBy(model), ...found.map((each) => [each, said] as const)]))
    return adapted(error, `${found.map(toWords).join(' and ')} are left out`)
  }

  async function* streamFiles(
    request: ModelRequest,
    files: readonly FilePart[],
    send: (files: SentFiles) => AsyncIterable<ModelChunk>,
  ): AsyncGenerator<ModelChunk> {
    const { model, signal } = request
    signal.throwIfAborted()
    const { sent, unsent } = planOf(files, model)
    checkSizes(sent, rulesOf(model))
    const read = await readFiles(request, sent)
    const reasons = new Map(unsent.map(({ file, why }) => [file.fileId, why]))
    try {
      yield* send((file) => {
        const why = reasons.get(file.fileId)
        return (
          read.get(file.fileId) ?? (why === undefined ? noFiles(file) : note(file, `is left out: ${why}`))
        )
      })
    } catch (error) {
      throw lessonOf(error, model, sent) ?? error
    }
  }

  return {
    leftOutFiles({ messages, model }) {
      const files = filesIn(messages)
      if (files.length === 0) return []
      const { unsent } = planOf(files, model)
      const words = unsent.map(({ file, why }) => `the file ${wordsOf(file)} is left out, as ${why}`)
      const more = words.length - maxNamed
      return more <= 0 ? words : [...words.slice(0, maxNamed), `${more} more files are left out`]
    },
    stream(request, send) {
      const files = filesIn(request.messages)
      return files.length === 0 ? send(noFiles) : streamFiles(request, files, send)
    },
  }
}

function toWords(refused: string): string {
  const form = mediaForms.find((each) => each === refused)
  return form === undefined ? `files of the type ${refused}` : mediaFormWords[form]
}
