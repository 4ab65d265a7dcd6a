import { fc, test as property } from '@fast-check/vitest'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { type Binding, chooseBinding, type Origin } from '../../../src/domain/binding.ts'
import type { Message } from '../../../src/domain/message.ts'
import type { TriggerRun } from '../../../src/domain/operations.ts'
import type { Script } from '../../../src/models/scripted.ts'
import { createTestEngine, type TestEngine } from '../../support/engine.ts'
import { engineForFile, forFile } from '../../support/for-file.ts'
import { propertyTrials } from '../../support/trials.ts'

const { database, engine } = await engineForFile()
/** Another project on the same database. */
const stranger = forFile(await createTestEngine(database, { scripts: engine.scripts }))

const anywhere: Origin = { channel: null, accountId: null, guildId: null, peer: null }

const from = (fields: Partial<Origin>): Origin => ({ ...anywhere, ...fields })

const field = fc.constantFrom(null, 'a', 'b')

const origins = fc.record({ channel: field, accountId: field, guildId: field, peer: field })

const bindings = fc.array(
  fc.tuple(origins, fc.nat({ max: 3 })).map(([origin, age]) => ({ ...origin, age })),
  { maxLength: 30 },
)

/** The rule once more, by counting. */
function naiveChoice(all: readonly Binding[], origin: Origin): Binding | null {
  let best: { readonly binding: Binding; readonly points: number } | null = null
  for (const binding of all) {
    let points = 0
    for (const [name, worth] of [
      ['peer', 8],
      ['guildId', 4],
      ['accountId', 2],
      ['channel', 1],
    ] as const) {
      if (binding[name] === null) continue
      if (binding[name] === origin[name]) points += worth
      else points = Number.NEGATIVE_INFINITY
    }
    if (points < 0) continue
    const isBetter =
      best === null ||
      points > best.points ||
      (points === best.points && binding.createdAt > best.binding.createdAt) ||
      (points === best.points &&
        binding.createdAt.getTime() === best.binding.createdAt.getTime() &&
        binding.id > best.binding.id)
    if (isBetter) best = { binding, points }
  }
  return best?.binding ?? null
}

describe('the choice of a binding', () => {
  property.prop([bindings, origins], propertyTrials(2_000))(
    'CTX-6 peer before guild before account before channel, then the newest; whatever their order',
    (drawn, origin) => {
      const all = drawn.map(({ age, ...fields }, n): Binding => {
        return { ...fields, id: `${n}`.padStart(2, '0'), agentId: 'x', createdAt: new Date(age) }
      })
      const expected = naiveChoice(all, origin)
      expect(chooseBinding(all, origin)).toEqual(expected)
      expect(chooseBinding(all.toReversed(), origin)).toEqual(expected)
    },
  )

  test('CTX-6 one field that says more beats all that say less', () => {
    const origin = { channel: 'chat', accountId: 'us', guildId: 'club', peer: 'ann' }
    const common = { agentId: 'x', createdAt: new Date(0) }
    const ofPeer = { ...anywhere, peer: 'ann', id: '1', ...common }
    const ofRest = { ...origin, peer: null, id: '2', ...common }
    expect(chooseBinding([ofRest, ofPeer], origin)).toBe(ofPeer)
    expect(chooseBinding([{ ...ofPeer, peer: 'bob' }, ofRest], origin)).toBe(ofRest)
    expect(chooseBinding([{ ...ofPeer, peer: 'bob' }], origin)).toBeNull()
  })
})

/** Answers with its name and what the user said so far. */
const named =
  (name: string): Script =>
  ({ messages }) => ({ text: `${name}: ${messages.flatMap(said).join(', ')}` })

function said(message: Message): readonly string[] {
  return message.role === 'user' ? [message.text] : []
}

async function bind(script: Script, origin: Partial<Origin>, on = engine) {
  const agent = await on.define(script)
  const call = { projectId: on.project.id, agent, origin: from(origin) }
  return { agent, ...(await on.operations.sessions.saveBinding(call)) }
}

async function answerTo(call: Partial<TriggerRun>, on = engine) {
  const { runId } = await on.operations.triggerRun({ projectId: on.project.id, input: 'Hello.', ...call })
  return (await on.finished(runId)).row.summary
}

describe('a run by its origin', () => {
  test('CTX-6 gets the agent of the binding, and a session of its own that lasts', async () => {
    await bind(named('general'), { channel: 'chat' })
    await bind(named('for Ann'), { channel: 'chat', peer: 'ann' })
    const bob = from({ channel: 'chat', peer: 'bob' })
    const ann = from({ channel: 'chat', peer: 'ann' })
    expect(await answerTo({ origin: bob, input: 'One.' })).toBe('general: One.')
    expect(await answerTo({ origin: ann, input: 'Two.' })).toBe('for Ann: Two.')
    expect(await answerTo({ origin: bob, input: 'Three.' })).toBe('general: One., Three.')
  })

  test('CTX-6 an agent that is named wins, and the session is still that of the origin', async () => {
    await bind(named('bound'), { channel: 'mail' })
    const origin = from({ channel: 'mail', peer: 'cleo' })
    expect(await answerTo({ origin, input: 'One.' })).toBe('bound: One.')
    const agent = await engine.define(named('other'))
    expect(await answerTo({ origin, agent, input: 'Two.' })).toBe('other: One., Two.')
    expect(await answerTo({ origin, sessionKey: 'elsewhere', input: 'Three.' })).toBe('bound: Three.')
  })

  test('CTX-6 origins that differ in which field holds a text are different sessions', async () => {
    const agent = await engine.define(named('any'))
    expect(await answerTo({ agent, origin: from({ accountId: 'same' }), input: 'One.' })).toBe('any: One.')
    expect(await answerTo({ agent, origin: from({ guildId: 'same' }), input: 'Two.' })).toBe('any: Two.')
    const long = from({ channel: 'x'.repeat(200), peer: 'y'.repeat(200) })
    expect(await answerTo({ agent, origin: long, input: 'Three.' })).toBe('any: Three.')
    expect(await answerTo({ agent, origin: long, input: 'Four.' })).toBe('any: Three., Four.')
  })

  test('CTX-6 without a binding that matches is refused', async () => {
    await expect(answerTo({ origin: from({ channel: 'unheard of' }) })).rejects.toMatchObject({
      code: 'NO_BINDING',
      message: expect.stringContaining('channel=unheard of'),
    })
  })

  test.for([
    [{}, 'agent'],
    [{ origin: anywhere }, 'origin'],
    [{ origin: from({ peer: ' ' }) }, 'peer'],
    [{ origin: from({ peer: 'a\u0000b' }) }, 'peer'],
    [{ origin: from({ channel: 'c'.repeat(201) }) }, 'channel'],
  ] as const)(
    'CTX-6 with neither agent nor origin, or one that says nothing, is refused: %j',
    async ([call, path]) => {
      await expect(answerTo(call)).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { path: [path] } })
    },
  )

  test('CTX-6 RUN-8 a trigger that is sent again gets its run, though the binding has changed', async () => {
    const { bindingId } = await bind(named('before'), { channel: 'changing' })
    const call = {
      projectId: engine.project.id,
      origin: from({ channel: 'changing', peer: 'dan' }),
      input: 'Once.',
      idempotencyKey: 'changing',
    }
    const first = await engine.operations.triggerRun(call)
    const agent = await engine.define(named('after'))
    const origin = from({ channel: 'changing' })
    await engine.operations.sessions.saveBinding({ projectId: call.projectId, bindingId, agent, origin })
    expect(await engine.operations.triggerRun(call)).toEqual(first)
    const other = { ...call, origin: from({ channel: 'changing', peer: 'eve' }) }
    await expect(engine.operations.triggerRun(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' })
  })

  test("CTX-6 another project's bindings decide nothing, and its session is not shared", async () => {
    const origin = from({ channel: 'both', peer: 'fay' })
    await bind(named('theirs'), { channel: 'both' }, stranger)
    await expect(answerTo({ origin })).rejects.toMatchObject({ code: 'NO_BINDING' })
    await bind(named('ours'), { channel: 'both' })
    expect(await answerTo({ origin, input: 'Theirs.' }, stranger)).toBe('theirs: Theirs.')
    expect(await answerTo({ origin, input: 'Ours.' })).toBe('ours: Ours.')
  })
})

describe('bindings', () => {
  type Conversations = TestEngine['operations']['sessions']
  const saveBinding: Conversations['saveBinding'] = (call) => engine.operations.sessions.saveBinding(call)
  const deleteBinding: Conversations['deleteBinding'] = (call) =>
    engine.operations.sessions.deleteBinding(call)
  const resolveAgent = (origin: Partial<Origin>, on = engine) =>
    on.operations.sessions.resolveAgent({ projectId: on.project.id, origin: from(origin) })

  async function idOf({ slug }: { readonly slug: string }, on = engine) {
    return (await on.services.agents.find(on.project.id, { slug }))?.agentId
  }

  test('CTX-6 twenty at once with the same fields: one is saved, the others conflict', async () => {
    const agent = await engine.define(named('x'))
    const call = { projectId: engine.project.id, agent, origin: from({ guildId: 'raced' }) }
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => saveBinding(call)))
    expect(all.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of all)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'BINDING_TAKEN' })
    expect(await database.prisma.binding.count({ where: { guildId: 'raced' } })).toBe(1)
  })

  test('CTX-6 one is replaced in its place, but not by the fields of another', async () => {
    const one = await bind(named('x'), { peer: 'gus' })
    const other = await bind(named('y'), { peer: 'hal' })
    const { id: projectId } = engine.project
    const take = { projectId, bindingId: other.bindingId, agent: other.agent, origin: from({ peer: 'gus' }) }
    await expect(saveBinding(take)).rejects.toMatchObject({ code: 'BINDING_TAKEN' })
    await saveBinding({ ...take, bindingId: one.bindingId })
    expect((await resolveAgent({ peer: 'gus' }))?.agentId).toBe(await idOf(other.agent))
  })

  test('CTX-6 one that is deleted decides no more', async () => {
    const { bindingId } = await bind(named('x'), { peer: 'ida' })
    const call = { projectId: engine.project.id, bindingId }
    expect(await resolveAgent({ peer: 'ida' })).not.toBeNull()
    await deleteBinding(call)
    expect(await resolveAgent({ peer: 'ida' })).toBeNull()
    await expect(deleteBinding(call)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('CTX-6 one that names no field is for all that nobody else answers', async () => {
    const { agent } = await bind(named('all'), {}, stranger)
    const found = await resolveAgent({ channel: 'whatever' }, stranger)
    expect(found?.agentId).toBe(await idOf(agent, stranger))
  })

  test("CTX-6 another project's binding and agent are as unknown as ones that never were", async () => {
    const theirs = await bind(named('x'), { peer: 'jon' }, stranger)
    const projectId = engine.project.id
    const { bindingId } = theirs
    const agent = await engine.define(named('y'))
    const origin = from({ peer: 'jon' })
    await expect(deleteBinding({ projectId, bindingId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(saveBinding({ projectId, bindingId, agent, origin })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(saveBinding({ projectId, agent: theirs.agent, origin })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(saveBinding({ projectId, agent: { id: uuidv7() }, origin })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect((await resolveAgent({ peer: 'jon' }, stranger))?.agentId).toBe(await idOf(theirs.agent, stranger))
    // The same fields in another project are no conflict.
    await saveBinding({ projectId, agent, origin })
  })
})
