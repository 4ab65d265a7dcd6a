import { setTimeout as sleep } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { RungraphError } from '../domain/errors.ts'
import type { ObjectStore } from '../domain/file.ts'

/** A bucket of a server that speaks the protocol of S3, and the credentials for it. */
export interface S3Bucket {
  /** Address of the server, without a slash at its end and without the bucket: `https://s3.eu-central-1.amazonaws.com`. */
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  /** Begins the name of each object; empty, or with a slash at its end. */
  readonly prefix: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of temporary credentials. */
  readonly sessionToken: string | null
}

/** Time for one request, in milliseconds: 100 MiB within it are 14 Mbit/s. */
const withinMs = 60_000

/** Waits before a request is sent again, in milliseconds. */
const waitsMs = [100, 500, 2_000]

interface Sent {
  readonly method: 'PUT' | 'GET' | 'DELETE'
  readonly key: string
  readonly body?: Uint8Array<ArrayBuffer>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * The objects of a bucket, addressed by path, which every such server takes (FILE-8). Each request may be repeated without harm, and is,
 * where the server failed. The package that signs is loaded here: other processes do without it.
 */
export async function openS3Objects(bucket: S3Bucket): Promise<ObjectStore> {
  const { AwsClient } = await import('aws4fetch')
  const { accessKeyId, secretAccessKey, sessionToken, region } = bucket
  const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) }
  const client = new AwsClient({ ...credentials, region, service: 's3' })
  const send = (sent: Sent) => sendUntilAnswered(client, bucket, sent)
  return {
    put: async (key, data, sha256) => {
      const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': sha256 }
      const response = await send({ method: 'PUT', key, body: Uint8Array.from(data), headers })
      await response.body?.cancel()
      if (response.status === 404) throw unavailable(`there is no bucket ${bucket.bucket}`)
    },
    get: async (key) => {
      const response = await send({ method: 'GET', key })
      if (response.ok) return new Uint8Array(await response.arrayBuffer())
      await response.body?.cancel()
      return null
    },
    remove: async (key) => {
      const response = await send({ method: 'DELETE', key })
      await response.body?.cancel()
    },
  }
}

/** An answer that says what is: the request was done, or there is no such object. @throws FILES_UNAVAILABLE */
async function sendUntilAnswered(client: AwsClient, bucket: S3Bucket, sent: Sent): Promise<Response> {
  for (const waitMs of waitsMs) {
    const answer = await sendOnce(client, bucket, sent).catch(() => null)
    if (answer !== null && !isFault(answer.status)) return checked(answer)
    await answer?.body?.cancel()
    await sleep(waitMs)
  }
  try {
    return checked(await sendOnce(client, bucket, sent))
  } catch (error) {
    throw error instanceof RungraphError ? error : unavailable('it cannot be reached', error)
  }
}

async function sendOnce(
  client: AwsClient,
  { endpoint, bucket, prefix }: S3Bucket,
  { method, key, body, headers = {} }: Sent,
): Promise<Response> {
  const path = [bucket, ...`${prefix}${key}`.split('/')].map(encodeURIComponent).join('/')
  const request = await client.sign(`${endpoint}/${path}`, { method, headers, ...(body && { body }) })
  return fetch(request, { signal: AbortSignal.timeout(withinMs), redirect: 'manual' })
}

/** Whether the same request may be answered otherwise a moment later. */
function isFault(status: number): boolean {
  return status >= 500 || status === 429
}

function checked(response: Response): Response {
  if (response.ok || response.status === 404) return response
  void response.body?.cancel()
  throw unavailable(`it answers with the status ${response.status}`)
}

function unavailable(reason: string, cause?: unknown): RungraphError {
  return new RungraphError('FILES_UNAVAILABLE', { reason }, cause)
}
