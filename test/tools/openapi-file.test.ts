import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readOpenApiFile } from '../../src/tools/openapi/openapi-file.ts'
import { failureOf } from './call-tool.ts'

const folder = await mkdtemp(join(tmpdir(), 'rungraph-openapi-file-'))
afterAll(() => rm(folder, { recursive: true }))

async function read(content: unknown) {
  const path = join(folder, 'openapi.json')
  await writeFile(path, JSON.stringify(content))
  return readOpenApiFile(path, { TOKEN: 's3cret' })
}

describe('the file of OpenAPI documents', () => {
  it('TAS-6 names documents by path or URL, with headers to send', async () => {
    const configs = await read({
      shop: {
        document: 'shop.yaml',
        headers: { Authorization: 'Bearer ${TOKEN}' },
        operations: ['getOrder'],
      },
      'web api': {
        document: 'https://example.com/openapi.json',
        baseUrl: 'http://10.0.0.7/v1',
        allowPrivate: true,
      },
    })
    expect(configs).toEqual([
      {
        name: 'shop',
        prefix: 'shop',
        document: { path: resolve('shop.yaml') },
        headers: { Authorization: 'Bearer s3cret' },
        operations: ['getOrder'],
        allowPrivate: false,
      },
      {
        name: 'web api',
        prefix: 'web_api',
        document: { url: 'https://example.com/openapi.json' },
        baseUrl: 'http://10.0.0.7/v1',
        headers: {},
        allowPrivate: true,
      },
    ])
  })

  it('TAS-6 is refused with every problem at once', async () => {
    const entries = {
      a: {},
      b: { document: 'b', baseURL: 'x' },
      c: { document: '${NONE}', baseUrl: 'c' },
      d: 1,
      '-': { document: 'e' },
    }
    const { code, message } = await failureOf(() => read(entries))
    expect(code).toBe('OPENAPI_FILE_INVALID')
    expect(message.split('\n').slice(1)).toEqual([
      '  - a.document: is required.',
      '  - b: has no field "baseURL"; remove it.',
      '  - c.document: names the variable NONE, which is not set. Set it, or write ${NONE:-default}.',
      '  - c.baseUrl: must be a URL that begins with http:// or https://, without user name and password.',
      '  - d: must be of type object.',
      '  - -: its name must have a letter first, and at most 32 characters; its tools are called by it.',
    ])
  })
})
