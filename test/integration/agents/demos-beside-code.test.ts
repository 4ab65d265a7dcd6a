import { describe, expect, test } from 'vitest'
import { composeApp } from '../../../src/app.ts'
import { type AgentInCode, defineAgent } from '../../../src/domain/defined-agent.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { createTestDatabase } from '../../support/database.ts'
import { createFactories } from '../../support/factories.ts'
import { forTest } from '../../support/for-file.ts'

const agents = [defineAgent({ slug: 'clerk', model: 'scripted/clerk' })]

type Database = Awaited<ReturnType<typeof createTestDatabase>>

/** The slugs of the agents after the start of a process with agents in code. */
async function startOn(
  { connectionString, prisma }: Database,
  demo: 'on' | 'off',
  inCode: readonly AgentInCode[] | null = agents,
): Promise<readonly string[]> {
  const env = { DATABASE_URL: connectionString, PORT: '0', RUNGRAPH_LOG_LEVEL: 'silent', RUNGRAPH_DEMO: demo }
  const app = await composeApp(readConfig(env), inCode === null ? {} : { agents: inCode })
  await app.close()
  return (await prisma.agent.findMany()).map(({ slug }) => slug)
}

test('EMB-2 a new database gets the demonstrations beside the agents in code, and they stay', async () => {
  const database = forTest(await createTestDatabase())
  const slugs = await startOn(database, 'on')
  expect(slugs).toEqual(expect.arrayContaining(['clerk', 'demo-chat']))
  expect(await startOn(database, 'on')).toHaveLength(slugs.length)
})

test('EMB-2 a database that has agents in code gets no demonstrations later', async () => {
  const database = forTest(await createTestDatabase())
  expect(await startOn(database, 'off')).toEqual(['clerk'])
  expect(await startOn(database, 'on')).toEqual(['clerk'])
})

describe('EMB-2 an agent in code with the slug of a demonstration', () => {
  const own = defineAgent({ slug: 'demo-approval', name: 'Own', model: 'scripted/own' })

  /** The agent of the slug, with the policies that are for it. */
  async function found({ prisma }: Database) {
    const agent = await prisma.agent.findFirstOrThrow({ where: { slug: own.slug } })
    return { ...agent, policies: await prisma.policy.count({ where: { agentId: agent.id } }) }
  }

  const untouched = { name: 'Own', source: 'CODE', version: 1, policies: 0 }

  test('has nothing of it, at the first start and after one with the demonstration', async () => {
    const database = forTest(await createTestDatabase())
    const slugs = await startOn(database, 'on', [own])
    expect(slugs).toContain('demo-chat')
    expect(await found(database)).toMatchObject(untouched)

    const later = forTest(await createTestDatabase())
    await startOn(later, 'on', null)
    const { id, policies } = await found(later)
    expect(policies).toBeGreaterThan(0)
    await Promise.all([startOn(later, 'on', [own]), startOn(later, 'on', [own])])
    expect(await found(later)).toMatchObject(untouched)
    expect(await later.prisma.agentVersion.count({ where: { agentId: id } })).toBe(0)
    expect(await startOn(later, 'on', [own])).toHaveLength(slugs.length)
  })

  test('is refused where that has runs, and takes it over without demonstrations', async () => {
    const database = forTest(await createTestDatabase())
    await startOn(database, 'on', null)
    const { id, projectId } = await found(database)
    const make = createFactories(database.prisma, projectId)
    await make.run({ id, version: 1 }, { status: 'COMPLETED' })
    await expect(startOn(database, 'on', [own])).rejects.toMatchObject({
      code: 'AGENT_INVALID',
      message: expect.stringMatching(
        /which has runs\. Give your agent another slug, or set RUNGRAPH_DEMO=off/,
      ),
    })
    await startOn(database, 'off', [own])
    expect(await found(database)).toMatchObject({ id, name: 'Own', source: 'CODE', version: 2 })
    expect(await startOn(database, 'on', [own])).toContain('demo-chat')
  })

  test('takes over one with a policy of a person, which stays', async () => {
    const database = forTest(await createTestDatabase())
    await startOn(database, 'on', null)
    const { id, projectId } = await found(database)
    await createFactories(database.prisma, projectId).policy({ agentId: id, permission: 'DENY' })
    await startOn(database, 'on', [own])
    expect(await found(database)).toMatchObject({ id, source: 'CODE', version: 2, policies: 2 })
  })

  test('leaves no workflow without its agent', async () => {
    const database = forTest(await createTestDatabase())
    await startOn(database, 'on', [defineAgent({ slug: 'demo-workflow', model: 'scripted/own' })])
    expect(await database.prisma.workflow.count()).toBe(0)
  })

  test('takes over one that was changed, with its history', async () => {
    const database = forTest(await createTestDatabase())
    await startOn(database, 'on', null)
    const { id } = await found(database)
    const changed = { ...own.definition, name: 'Changed' }
    await database.prisma.agentVersion.updateMany({ where: { agentId: id }, data: { definition: changed } })
    await startOn(database, 'on', [own])
    expect(await found(database)).toMatchObject({ id, name: 'Own', source: 'CODE', version: 2 })
  })
})
