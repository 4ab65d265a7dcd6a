import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import type { SavePolicy } from '../../../src/domain/operations.ts'
import { maxPolicies } from '../../../src/domain/permission.ts'
import { createTestEngine } from '../../support/engine.ts'
import { engineForFile, forFile } from '../../support/for-file.ts'

const { database, engine } = await engineForFile()
/** Another project on the same database. */
const stranger = forFile(await createTestEngine(database))
const agent = await engine.define(() => ({ text: 'Done.' }))

type PolicyFields = Partial<Omit<SavePolicy, 'projectId'>>

function save(input: PolicyFields, on = engine) {
  return on.operations.policies.savePolicy({ projectId: on.project.id, permission: 'DENY', ...input })
}

function remove(policyId: string, on = engine) {
  return on.operations.policies.deletePolicy({ projectId: on.project.id, policyId })
}

/** The ruling for a call of a tool. */
async function rulingOn(target: string, on = engine, from: { readonly slug: string } = agent) {
  const call = { projectId: on.project.id, agent: from, type: 'TOOL', target } as const
  return on.operations.policies.findRuling(call)
}

describe('the policies of a project', () => {
  test('TAS-1 decide on calls as soon as they are saved, and no more once they are deleted', async () => {
    expect(await rulingOn('mail_send')).toMatchObject({ permission: 'ALLOW', rule: 'default', reason: null })
    const all = await save({ target: 'mail_*', reason: 'Nobody mails.' })
    expect(await rulingOn('mail_send')).toMatchObject({
      permission: 'DENY',
      rule: `policy:${all.policyId}`,
      ruleAgent: null,
      reason: 'Nobody mails.',
    })
    const one = await save({ agent, target: 'mail_*', permission: 'REQUIRE_APPROVAL' })
    expect((await rulingOn('mail_send')).rule).toBe(`policy:${one.policyId}`)
    await remove(one.policyId)
    await remove(all.policyId)
    expect((await rulingOn('mail_send')).rule).toBe('default')
    await expect(remove(all.policyId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('TAS-1 stand on the default of their project', async () => {
    const where = { id: engine.project.id }
    await database.prisma.project.update({ where, data: { defaultPermission: 'REQUIRE_APPROVAL' } })
    expect(await rulingOn('anything')).toMatchObject({
      permission: 'REQUIRE_APPROVAL',
      rule: 'default',
      reason: null,
    })
    await database.prisma.project.update({ where, data: { defaultPermission: 'ALLOW' } })
  })

  test('TAS-1 one is replaced in its place, but not by one that speaks of the calls of another', async () => {
    const one = await save({ target: 'one', reason: 'First.' })
    const other = await save({ target: 'other' })
    await expect(save({ policyId: other.policyId, target: 'one' })).rejects.toMatchObject({
      code: 'POLICY_TAKEN',
      message: 'A policy for target=one already exists. Update or delete that policy.',
    })
    await save({ policyId: one.policyId, target: 'one', permission: 'ALLOW' })
    expect(await rulingOn('one')).toMatchObject({
      permission: 'ALLOW',
      rule: `policy:${one.policyId}`,
      reason: null,
    })
    expect((await rulingOn('other')).rule).toBe(`policy:${other.policyId}`)
  })

  test('TAS-1 twenty at once for the same calls: one is saved, the others conflict', async () => {
    const call = { agent, type: 'RELIC', target: 'db', operation: 'query' } as const
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => save(call)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'POLICY_TAKEN' })
    expect(await database.prisma.policy.count({ where: { target: 'db' } })).toBe(1)
  })

  test('TAS-1 `*` alone is no name at all', async () => {
    const { policyId } = await save({ type: 'WORKFLOW', target: '*' })
    expect((await database.prisma.policy.findUniqueOrThrow({ where: { id: policyId } })).target).toBeNull()
    await expect(save({ type: 'WORKFLOW' })).rejects.toMatchObject({ code: 'POLICY_TAKEN' })
  })

  test('TAS-1 there is an end to how many a project may have', async () => {
    const crowded = await createTestEngine(database)
    const data = Array.from({ length: maxPolicies }, (_, n) => {
      return { id: uuidv7(), projectId: crowded.project.id, target: `tool-${n}`, permission: 'DENY' }
    })
    await database.prisma.policy.createMany({ data })
    await expect(save({ target: 'one-more' }, crowded)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' })
    const policyId = data[0]?.id
    await save({ policyId, target: 'instead' }, crowded)
    expect(await database.prisma.policy.count({ where: { projectId: crowded.project.id } })).toBe(maxPolicies)
    await crowded.close()
  })

  test("TAS-1 another project's policy and agent are as unknown as ones that never were", async () => {
    const theirs = await stranger.define(() => ({ text: 'Done.' }))
    const { policyId } = await save({ target: 'shared' }, stranger)
    expect((await rulingOn('shared')).rule).toBe('default')
    for (const refused of [
      () => remove(policyId),
      () => save({ policyId, target: 'shared' }),
      () => save({ agent: theirs, target: 'shared' }),
      () => save({ agent: { id: uuidv7() }, target: 'shared' }),
      () => rulingOn('shared', engine, theirs),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // The same calls in another project are no conflict.
    await save({ target: 'shared' })
    expect((await rulingOn('shared', stranger, theirs)).rule).toBe(`policy:${policyId}`)
  })

  test.for([
    [{ target: '' }, 'target', 'must have 1 to 200 characters'],
    [{ target: ' mail' }, 'target', 'without space around them'],
    [{ target: 'x'.repeat(201) }, 'target', 'must have 1 to 200 characters'],
    [{ target: 'a\u0000b' }, 'target', 'NUL'],
    [{ target: 'mail_*_all' }, 'target', '`*` stands at the end only'],
    [{ target: '**' }, 'target', '`*` stands at the end only'],
    [{ operation: 'get*' }, 'operation', 'it is named whole'],
    [{ operation: ' ' }, 'operation', 'must have 1 to 200 characters'],
    [{ type: 'TOOL', operation: 'get' }, 'operation', 'is of relics, and the type is TOOL'],
    [{ reason: ' ' }, 'reason', 'must have 1 to 1000 characters'],
    [{ reason: 'x'.repeat(1_001) }, 'reason', 'must have 1 to 1000 characters'],
    [{ reason: 'a\u0000b' }, 'reason', 'NUL'],
  ] as const)('TAS-1 one that nobody could mean is refused: %j', async ([input, field, problem]) => {
    await expect(save(input)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining(problem),
      data: { path: [field] },
    })
  })

  test('TAS-1 a pattern is no call that could be asked about', async () => {
    await expect(rulingOn('mail_*')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
