import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import S3rver from 's3rver'
import type { S3Bucket } from '../../src/net/s3-objects.ts'

/** An S3 server on a port of its own of the loopback interface, with one bucket. It knows one access key, and does not check what is signed with it. */
export async function startS3() {
  const directory = await mkdtemp(join(tmpdir(), 's3-'))
  const name = 'rungraph-files'
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, vhostBuckets: false },
    ...{ directory, resetOnClose: true },
    configureBuckets: [{ name, configs: [] }],
  })
  const { port } = await server.run()
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const bucket: S3Bucket = {
    ...{ endpoint, bucket: name, prefix: 'files/', region: 'us-east-1', sessionToken: null },
    ...credentials,
  }
  const client = new AwsClient({ ...credentials, service: 's3', region: 'us-east-1' })
  return {
    bucket,
    settings: {
      RUNGRAPH_FILES_URL: `s3://${name}/files?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    },
    /** The names of its objects. */
    list: async (): Promise<readonly string[]> => {
      const answer = await client.fetch(`${endpoint}/${name}?list-type=2`)
      return [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key)
    },
    /** Puts other bytes in the place of an object. */
    damage: async (key: string): Promise<void> => {
      await client.fetch(`${endpoint}/${name}/${key}`, { method: 'PUT', body: 'other bytes' })
    },
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
