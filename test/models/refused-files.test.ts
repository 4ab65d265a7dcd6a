import { describe, expect, test } from 'vitest'
import { mediaFormOf } from '../../src/domain/file.ts'
import type { FilePart } from '../../src/domain/message.ts'
import { ModelError } from '../../src/domain/model.ts'
import { refusedFiles } from '../../src/models/files/refused-files.ts'
import { toRefusalError } from '../../src/models/refusal.ts'

const sent = ['image/png', 'image/gif', 'audio/mpeg', 'application/pdf'].map((mediaType) => {
  const file: FilePart = { type: 'file', fileId: mediaType, mediaType, name: null, byteCount: 10 }
  return { file, form: mediaFormOf(mediaType) }
})

const refusedBy = (message: string) =>
  refusedFiles(new ModelError('BAD_REQUEST', message, { retryable: false }), sent)

describe('MOD-11 a refusal of files', () => {
  test.for([
    ['This model does not support image input.', ['IMAGE']],
    ['claude-3-haiku-20240307 does not support PDF input.', ['PDF']],
    [
      'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
      ['IMAGE'],
    ],
    ['Image input modality is not enabled for models/gemma-3-1b-it', ['IMAGE']],
    ['Audio input modality is not enabled for models/gemini-2.0-flash-lite', ['AUDIO']],
    [
      'Failed to deserialize the JSON body: messages[7]: unknown variant `image_url`, expected `text`',
      ['IMAGE'],
    ],
    ['Failed to parse messages: Unsupported content part type: "image_url"; messages = [', ['IMAGE']],
    ['Invalid content type. image_url is only supported by certain models.', ['IMAGE']],
    ['No endpoints found that support image input', ['IMAGE']],
    ['No endpoints found that support input audio', ['AUDIO']],
    ['this model is missing data required for image input', ['IMAGE']],
    ['meta-llama/Llama-3.1-8B is not a multimodal model', ['IMAGE', 'AUDIO', 'PDF']],
    [
      "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be a string)]",
      ['IMAGE', 'AUDIO', 'PDF'],
    ],
    ["'messages[0].content' must be a string", ['IMAGE', 'AUDIO', 'PDF']],
    ['Unsupported MIME type: image/gif', ['image/gif']],
    ['The mime type audio/mp3 is not supported.', ['audio/mpeg']],
    // Of one file, or of something else.
    ['Unsupported MIME type: image/bmp', []],
    ['Could not process image', []],
    ['messages.0.content.1.image: image exceeds 10 MB maximum: 11174516 bytes > 10485760 bytes', []],
    ['You uploaded an unsupported image. Please make sure your image is valid.', []],
    ['The model does not support image formats other than PNG.', []],
    ["Unsupported parameter: 'temperature' is not supported with this model.", []],
    ['This model does not support tools.', []],
  ] as const)('in the words "%s" is of %j', ([message, refused]) => {
    expect(refusedBy(message)).toEqual(refused)
  })

  test('under HTTP 500 of llama.cpp is a bad request', () => {
    const body = {
      error: { code: 500, message: 'Unsupported content part type: "image_url"', type: 'server_error' },
    }
    const error = toRefusalError({ status: 500, body, headers: undefined, otherwise: '' })
    expect(error).toMatchObject({ kind: 'BAD_REQUEST', retryable: false })
    expect(refusedFiles(error, sent)).toEqual(['IMAGE'])
  })

  test('of another kind is none', () => {
    const error = new ModelError('OVERLOADED', 'image input is not supported', { retryable: true })
    expect(refusedFiles(error, sent)).toEqual([])
  })
})
