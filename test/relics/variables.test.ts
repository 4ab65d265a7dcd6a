import { describe, expect, it } from 'vitest'
import { mayReadVariable } from '../../src/domain/relic-settings.ts'
import { knownSecrets } from '../../src/settings/known-secrets.ts'
import { ensureProject } from '../../src/store/project-store.ts'
import { createTestDatabase } from '../support/database.ts'
import { forFile } from '../support/for-file.ts'
import { callOf, failureOf, openRelics, saveRelic } from '../support/relics.ts'

const database = forFile(await createTestDatabase())

const environment = { RELIC_ACME__TOKEN: 'of-acme-only', RELIC_TOKEN: 'of-the-operator' }

async function projectOf(slug: string): Promise<string> {
  return (await ensureProject(database.pool, { slug, name: slug, newId: () => crypto.randomUUID() })).id
}

function http(variable: string) {
  return {
    name: 'api',
    kind: 'HTTP',
    settings: { baseUrl: 'https://api.example.com', headers: { authorization: `Bearer \${${variable}}` } },
  } as const
}

describe('KEY-6 variables of relics', () => {
  it('KEY-6 belong to one project by their names, and cannot be named by another', async () => {
    const [acme, other, operators] = await Promise.all(['acme', 'acme-b', 'default'].map(projectOf))
    await saveRelic(database, { projectId: acme ?? '', ...http('RELIC_ACME__TOKEN') })
    await saveRelic(database, { projectId: operators ?? '', ...http('RELIC_TOKEN') })
    for (const [projectId, variable] of [
      [other, 'RELIC_ACME__TOKEN'],
      [other, 'RELIC_TOKEN'],
      [acme, 'RELIC_TOKEN'],
      [acme, 'RELIC_ACME_B__TOKEN'],
      [operators, 'RELIC_ACME__TOKEN'],
    ] as const)
      await expect(
        saveRelic(database, { projectId: projectId ?? '', ...http(variable), name: 'x' }),
      ).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        data: { path: ['settings', 'headers', 'authorization'] },
      })
  })

  it('KEY-6 are not read either where the stored settings name those of another', async () => {
    const projectId = await projectOf('late')
    const id = await saveRelic(database, { projectId, ...http('RELIC_LATE__TOKEN') })
    await database.pool.query(
      `update "Relic" set settings = replace(settings::text, 'RELIC_LATE', 'RELIC_ACME')::jsonb where id = $1`,
      [id],
    )
    const relics = openRelics(database, { environment })
    const { code, message } = await failureOf(relics.perform(callOf(projectId, 'api.request', { path: '/' })))
    expect([code, message]).toEqual([
      'RELIC_FAILED',
      expect.stringContaining('no variable of this project: its names begin with RELIC_LATE__'),
    ])
    await relics.close()
  })

  it('KEY-6 have one owner each, whatever the slugs', () => {
    const slugs = ['a', 'a-b', 'a--b', 'b', 'a-b-c', 'default', 'relic']
    const names = [
      'RELIC_A__X',
      'RELIC_A__B__X',
      'RELIC_A_B__X',
      'RELIC_A__B_X',
      'RELIC_A_B_C__X',
      'RELIC_X',
      'RELIC_DEFAULT__X',
    ]
    for (const name of names)
      expect([name, slugs.filter((slug) => mayReadVariable(slug, name)).length]).toEqual([name, 1])
  })

  it('KEY-6 are known for secrets by their values, and by the passwords within them', () => {
    const env = { RELIC_ACME__URL: 'postgres://reader:pass%40word1@db/x', RELIC_HEADER: 'plainvalue123' }
    const config = { database: { dataDir: 'x' }, redisUrl: null } as unknown as Parameters<
      typeof knownSecrets
    >[1]
    const secrets = knownSecrets(env, { ...config, providers: {} as typeof config.providers })
    expect(secrets).toEqual(
      expect.arrayContaining(['plainvalue123', 'pass%40word1', 'pass@word1', env.RELIC_ACME__URL]),
    )
  })
})
