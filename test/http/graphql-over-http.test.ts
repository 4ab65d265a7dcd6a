import { serverAudits } from 'graphql-http'
import { describe, expect, test } from 'vitest'
import { forFile } from '../support/for-file.ts'
import { openServer } from './open-server.ts'

const open = forFile(await openServer())

const audits = serverAudits({ url: () => open.endpoint })

describe('API-2 an audit of GraphQL over HTTP', () => {
  test.for(audits)('$id $name', async ({ fn }) => {
    expect(await fn()).toMatchObject({ status: 'ok' })
  })

  test.for(['MUST', 'SHOULD', 'MAY'])('there are rules that a server %s follow', (level) => {
    expect(audits.filter(({ name }) => name.startsWith(level)).length).toBeGreaterThan(3)
  })
})

test('API-2 a document with @defer or @stream is refused with the reason', async () => {
  for (const query of ['{ ... @defer { __typename } }', '{ tools @stream { name } }']) {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(open.endpoint, { method: 'POST', headers, body: JSON.stringify({ query }) })
    expect(await response.json()).toMatchObject({
      errors: [{ message: expect.stringMatching(/"@(defer|stream)"/) }],
    })
  }
})
