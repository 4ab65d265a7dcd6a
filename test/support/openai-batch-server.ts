import { randomUUID } from 'node:crypto'
import { isJsonObject, type Json, type JsonObject } from '../../src/domain/json.ts'
import { type Answered, type Asked, type FakeVendor, serveVendor, unknownField } from './batch-api-server.ts'

interface StoredBatch {
  readonly id: string
  readonly key: string
  status: string
  readonly [name: string]: Json
}

/** OpenAI's files and batches, and the two endpoints that batches may be of: as their reference has them, no more. */
export interface BatchServer extends FakeVendor {
  /** What is cancelled was answered by then, and is paid. */
  isPaid: boolean
  /** The order of the results. */
  sort: (lines: readonly JsonObject[]) => readonly JsonObject[]
  readonly batches: readonly StoredBatch[]
  /** Bodies of the requests that were sent at once. */
  readonly direct: JsonObject[]
  /** Bodies of the requests of batches, by their custom ids. */
  readonly batched: ReadonlyMap<string, JsonObject>
  readonly files: ReadonlyMap<string, string>
}

const endpoints = ['/v1/responses', '/v1/chat/completions']
const batchFields = ['input_file_id', 'endpoint', 'completion_window', 'metadata', 'output_expires_after']
const lineFields = ['custom_id', 'method', 'url', 'body']
const apiKey = 'sk-test'

export async function serveOpenAiBatches(): Promise<BatchServer> {
  const files = new Map<string, string>()
  const batches: StoredBatch[] = []
  const direct: JsonObject[] = []
  const batched = new Map<string, JsonObject>()

  function handle(asked: Asked): Answered | Promise<Answered> {
    const { route, url, headers, body } = asked
    if (headers.authorization !== `Bearer ${apiKey}`) return refuse(401, 'Incorrect API key provided.')
    const [, , kind, id = ''] = url.pathname.split('/')
    if (kind === 'files') return onFile(asked, id)
    if (kind === 'batches') return onBatch(asked, id)
    if (!route.startsWith('POST ') || !endpoints.includes(url.pathname))
      return refuse(404, `Unknown request URL: ${route}.`)
    if (!body) return refuse(400, 'The body must be JSON.')
    direct.push(body)
    return server.answer(body, 'direct') ?? { status: 500, body: {} }
  }

  async function onFile({ route, bytes, headers }: Asked, id: string): Promise<Answered> {
    if (route === 'POST /v1/files') {
      const type = headers['content-type'] ?? ''
      if (!type.startsWith('multipart/form-data')) return refuse(400, 'Send multipart/form-data.')
      const form = await new Response(bytes, { headers: { 'content-type': type } }).formData()
      const unknown = [...form.keys()].find((name) => !['file', 'purpose'].includes(name))
      if (unknown !== undefined) return refuse(400, `Unknown parameter: '${unknown}'.`)
      const file = form.get('file')
      if (!(file instanceof File)) return refuse(400, "'file' is a required property.")
      if (form.get('purpose') !== 'batch') return refuse(400, "'purpose' must be batch.")
      if (!file.name.endsWith('.jsonl')) return refuse(400, 'Expected a file of the type .jsonl.')
      const fileId = `file_${randomUUID()}`
      files.set(fileId, await file.text())
      return ok({ id: fileId, object: 'file', purpose: 'batch', filename: file.name })
    }
    const content = files.get(id)
    if (content === undefined) return refuse(404, `No such File object: ${id}`)
    if (route === 'GET /v1/files/:id/content')
      return { status: 200, body: content, type: 'application/octet-stream' }
    if (route !== 'DELETE /v1/files/:id') return refuse(405, 'Not allowed.')
    files.delete(id)
    return ok({ id, object: 'file', deleted: true })
  }

  function onBatch({ route, url, body }: Asked, id: string): Answered {
    if (route === 'POST /v1/batches') {
      if (!body) return refuse(400, 'The body must be JSON.')
      const fault = faultOfBatch(body, files)
      if (fault !== null) return refuse(400, fault)
      const batch: StoredBatch = {
        ...{ id: `batch_${randomUUID()}`, object: 'batch', status: 'validating', key: '', errors: null },
        ...{
          endpoint: body.endpoint ?? '',
          input_file_id: body.input_file_id ?? '',
          metadata: body.metadata ?? null,
        },
        ...{ completion_window: '24h', created_at: Math.floor(Date.now() / 1_000) },
      }
      batches.push(batch)
      return ok(batch)
    }
    if (route === 'GET /v1/batches') {
      const after = url.searchParams.get('after')
      const newest = batches.toReversed()
      const from = after === null ? 0 : newest.findIndex((batch) => batch.id === after) + 1
      const limit = Number(url.searchParams.get('limit') ?? 20)
      if (limit > 100) return refuse(400, 'limit must be at most 100.')
      const data = newest.slice(from, from + limit)
      const has_more = newest.length > from + limit
      return ok({ object: 'list', data, has_more, last_id: data.at(-1)?.id ?? null })
    }
    const batch = batches.find((one) => one.id === id)
    if (!batch) return refuse(404, `No batch found with id '${id}'.`)
    if (route === 'POST /v1/batches/:id/cancel') {
      if (isOver(batch)) return refuse(409, `Cannot cancel a batch with status '${batch.status}'.`)
      batch.status = 'cancelling'
      return ok(batch)
    }
    if (route !== 'GET /v1/batches/:id') return refuse(405, 'Not allowed.')
    if (!isOver(batch)) work(batch)
    return ok(batch)
  }

  /** A look moves it on. */
  function work(batch: StoredBatch): void {
    const lines = String(files.get(String(batch.input_file_id))).split('\n')
    const faults = faultsOfLines(lines, String(batch.endpoint))
    if (faults.length > 0) {
      Object.assign(batch, { status: 'failed', errors: { object: 'list', data: faults } })
      return
    }
    const requests = lines.map((line): JsonObject => JSON.parse(line))
    for (const { custom_id, body } of requests) if (isJsonObject(body)) batched.set(String(custom_id), body)
    if (batch.status === 'validating') batch.status = 'in_progress'
    if (batch.status === 'in_progress' && !server.isFast) return
    const isCancelled = batch.status === 'cancelling'
    const answered: JsonObject[] = []
    const failed: JsonObject[] = []
    for (const { custom_id, body } of requests) {
      const answer =
        isCancelled && !server.isPaid
          ? null
          : server.answer(isJsonObject(body) ? body : {}, String(custom_id))
      const line = { id: `batch_req_${randomUUID()}`, custom_id: custom_id ?? null }
      if (answer === null) {
        const code = isCancelled ? 'batch_cancelled' : 'batch_expired'
        failed.push({ ...line, response: null, error: { code, message: 'It was not executed.' } })
        continue
      }
      const response = { status_code: answer.status, request_id: randomUUID(), body: answer.body }
      const list = answer.status === 200 ? answered : failed
      list.push({ ...line, response, error: null })
    }
    const isExpired = failed.some(({ response }) => response === null)
    Object.assign(batch, {
      status: isCancelled ? 'cancelled' : isExpired ? 'expired' : 'completed',
      ...(answered.length > 0 && { output_file_id: store(answered) }),
      ...(failed.length > 0 && { error_file_id: store(failed) }),
    })
  }

  function store(lines: readonly JsonObject[]): string {
    const id = `file_${randomUUID()}`
    files.set(
      id,
      `${server
        .sort(lines)
        .map((line) => JSON.stringify(line))
        .join('\n')}\n`,
    )
    return id
  }

  const toRoute = (method: string, path: string) => `${method} ${path.replace(/(file|batch)_[\w-]+/, ':id')}`
  const vendor = await serveVendor({ handle, toRoute, refuse })
  const server: BatchServer = Object.assign(vendor, {
    ...{ baseUrl: `${vendor.baseUrl}/v1`, isPaid: false, batches, direct, batched, files },
    sort: (lines: readonly JsonObject[]) => lines,
  })
  return server
}

function isOver({ status }: StoredBatch): boolean {
  return ['failed', 'completed', 'expired', 'cancelled'].includes(status)
}

function faultOfBatch(body: JsonObject, files: ReadonlyMap<string, string>): string | null {
  const unknown = unknownField(body, batchFields)
  if (unknown !== undefined) return `Unknown parameter: '${unknown}'.`
  if (!files.has(String(body.input_file_id))) return `Invalid input_file_id: ${body.input_file_id}.`
  if (!endpoints.includes(String(body.endpoint))) return `Invalid value for endpoint: ${body.endpoint}.`
  if (body.completion_window !== '24h') return `Invalid value for completion_window.`
  const { metadata } = body
  if (
    !isJsonObject(metadata ?? {}) ||
    Object.values(Object(metadata)).some((value) => typeof value !== 'string')
  )
    return 'metadata must be an object of strings.'
  return null
}

/** What the validation of the file says, a fault for each line. */
function faultsOfLines(lines: readonly string[], endpoint: string): readonly JsonObject[] {
  const ids = new Set<unknown>()
  const models = new Set<unknown>()
  if (lines.length > 50_000) return [{ code: 'too_many_tasks', message: 'The batch has too many requests.' }]
  return lines.flatMap((text, index): JsonObject[] => {
    const fault = (code: string, message: string) => [{ code, message, line: index + 1 }]
    const line: unknown = JSON.parse(text)
    if (!isJsonObject(line)) return fault('invalid_json_line', 'This line is no JSON object.')
    const unknown = unknownField(line, lineFields)
    if (unknown !== undefined) return fault('invalid_request', `Unknown field ${unknown}.`)
    if (typeof line.custom_id !== 'string') return fault('missing_custom_id', 'custom_id is missing.')
    if (ids.has(line.custom_id)) return fault('duplicate_custom_id', 'The custom_id is used before.')
    ids.add(line.custom_id)
    if (line.method !== 'POST') return fault('invalid_method', 'The method must be POST.')
    if (line.url !== endpoint) return fault('mismatched_url', 'The URL is not that of the batch.')
    if (!isJsonObject(line.body)) return fault('invalid_body', 'The body is missing.')
    if (line.body.stream === true) return fault('invalid_body', 'Streaming is not supported in batches.')
    if ('stream_options' in line.body) return fault('invalid_body', 'stream_options needs stream.')
    models.add(line.body.model)
    return models.size > 1 ? fault('mismatched_model', 'All requests must be of one model.') : []
  })
}

function ok(body: Json): Answered {
  return { status: 200, body }
}

function refuse(status: number, message: string): Answered {
  const type = status >= 500 ? 'server_error' : 'invalid_request_error'
  return { status, body: { error: { message, type, param: null, code: null } } }
}
