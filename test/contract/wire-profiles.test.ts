import { describe, expect, it } from 'vitest'
import { composeApp } from '../../src/app.ts'
import { readConfig } from '../../src/settings/config.ts'
import { message, response } from '../fixtures/streams/openai-responses.ts'
import { createTestDatabase } from '../support/database.ts'
import { followInTime } from '../support/follow-in-time.ts'
import { forSuite, forTest } from '../support/for-file.ts'
import { answered, streamed } from '../support/model-call.ts'
import { serveExchanges } from '../support/wire.ts'

describe('auth profiles of a whole process', () => {
  const database = forSuite(() => createTestDatabase())

  it('MOD-5 asks with the second key of the setting once the first is refused', async () => {
    const refusal = { error: { message: 'Incorrect API key provided.', code: 'invalid_api_key' } }
    const provider = forTest(
      await serveExchanges([answered(401, refusal), streamed(response([message(['Hello there.'])]))]),
    )
    const app = forTest(
      await composeApp(
        readConfig({
          DATABASE_URL: database.connectionString,
          PORT: '0',
          RUNGRAPH_DEMO: 'off',
          RUNGRAPH_LOG_LEVEL: 'silent',
          OPENAI_API_KEY: 'first-key,second-key',
          OPENAI_BASE_URL: `${provider.baseUrl}/v1`,
        }),
      ),
    )
    await app.start()
    const projectId = app.project.id
    const definition = { model: 'openai/gpt-4o', tools: [], systemPrompt: 'Be brief.' }
    await app.operations.createAgent({ projectId, slug: 'greeter', definition })
    const { runId } = await app.operations.triggerRun({
      projectId,
      agent: { slug: 'greeter' },
      input: 'Hello',
    })
    for await (const _event of followInTime((signal) => app.log.follow(runId, { after: 0, signal }))) {
      // To where it rests.
    }
    expect(provider.requests.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first-key',
      'Bearer second-key',
    ])
  })
})
