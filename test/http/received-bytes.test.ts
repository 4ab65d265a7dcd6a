import { createSchema, createYoga } from 'graphql-yoga'
import { describe, expect, test } from 'vitest'
import { retryAfterSeconds } from '../../src/domain/errors.ts'
import type { FileGrant, FileOperations, StoredFile } from '../../src/domain/file.ts'
import { useFileEndpoint } from '../../src/http/files/file-endpoint.ts'
import { createReceivedBytes, type ReceivedBytes } from '../../src/http/files/received-bytes.ts'
import { useFileUploads } from '../../src/http/files/upload-requests.ts'

const bytes = Buffer.from('a,b\n1,2\n')
const stored: StoredFile = {
  ...{ projectId: 'p', fileId: '0198c0de-0000-7000-8000-000000000001', sha256: 'ab', mediaType: 'text/csv' },
  ...{ name: 'table.csv', byteCount: bytes.byteLength, pixels: null },
}
const url = `http://127.0.0.1/api/projects/default/files/${stored.fileId}?signature=s`

function counted() {
  let taken = 0
  const room = createReceivedBytes()
  const received: ReceivedBytes = {
    reserve(size) {
      const free = room.reserve(size)
      taken += size
      return () => {
        free()
        taken -= size
      }
    },
  }
  return { received, taken: () => taken }
}

function serve(received: ReceivedBytes, kind: FileGrant['kind'], changes: Partial<FileOperations> = {}) {
  const grant = { ...stored, createdBy: null, tokenScope: null, kind }
  const never = () => Promise.reject(new Error('It is not called.'))
  const files: FileOperations = {
    ...{ uploadFile: never, createUpload: never, addressOf: never, receive: never },
    openLink: async () => grant,
    findFile: async () => stored,
    readFile: never,
    ...changes,
  }
  const report = (message: string, error?: unknown) => {
    throw new Error(message, { cause: error })
  }
  const plugin = useFileEndpoint({ files, received, requestMetrics: { refused() {} }, report })
  return createYoga({ schema: createSchema({ typeDefs: 'type Query { a: Int }' }), plugins: [plugin] })
}

describe('FILE-5 the bytes of files in memory', () => {
  test('of a signed address count until they are stored', async () => {
    const { received, taken } = counted()
    const whileStored: number[] = []
    const receive = async () => {
      whileStored.push(taken())
      return { fileId: stored.fileId }
    }
    const answer = await serve(received, 'UPLOAD', { receive }).fetch(url, { method: 'PUT', body: bytes })
    expect([answer.status, whileStored, taken()]).toEqual([201, [bytes.byteLength], 0])
  })

  test('of a signed address that find no room may be asked for again, which the answer says', async () => {
    const received = createReceivedBytes(bytes.byteLength)
    received.reserve(bytes.byteLength)
    const answer = await serve(received, 'READ').fetch(url)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, String(retryAfterSeconds)])
    expect(await answer.json()).toMatchObject({ error: { code: 'UPLOADS_BUSY' } })
  })

  test('are read only for a caller that wants them, and count then', async () => {
    const { received, taken } = counted()
    const of = (init: RequestInit, changes?: Partial<FileOperations>) =>
      serve(received, 'READ', changes).fetch(url, init)
    expect((await of({ method: 'HEAD' })).headers.get('content-length')).toBe(String(bytes.byteLength))
    expect((await of({ headers: { 'if-none-match': '"ab"' } })).status).toBe(304)
    const whileRead: number[] = []
    const readFile = async () => {
      whileRead.push(taken())
      return bytes
    }
    expect(await (await of({}, { readFile })).text()).toBe('a,b\n1,2\n')
    expect([whileRead, taken()]).toEqual([[bytes.byteLength], 0])
  })

  test.for(['mutation ($file: Upload!) { keep(file: $file) }', 'mutation ($file: Upload!) { unknown }'])(
    'of a multipart request count until its operation has ended: %s',
    async (query) => {
      const { received, taken } = counted()
      const whileKept: number[] = []
      const schema = createSchema({
        typeDefs: 'scalar Upload type Query { a: Int } type Mutation { keep(file: Upload!): Boolean }',
        resolvers: {
          Mutation: { keep: async () => whileKept.push(taken()) > 0 },
        },
      })
      const form = new FormData()
      form.set('operations', JSON.stringify({ query, variables: { file: null } }))
      form.set('map', '{"0":["variables.file"]}')
      form.set('0', new File([bytes], 'table.csv', { type: 'text/csv' }))
      const yoga = createYoga({
        schema,
        plugins: [useFileUploads(received)],
        multipart: false,
        logging: false,
      })
      const sent = new Request('http://127.0.0.1/graphql', { method: 'POST', body: form })
      sent.headers.set('graphql-require-preflight', '1')
      await (await yoga.fetch(sent)).text()
      expect(whileKept.every((size) => size > bytes.byteLength)).toBe(true)
      expect([whileKept.length, taken()]).toEqual([query.includes('keep') ? 1 : 0, 0])
    },
  )
})
