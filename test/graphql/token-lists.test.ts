import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTokenSigner } from '../../src/auth/token-signer.ts'
import type { TokenScope } from '../../src/domain/access-token.ts'
import { loopbackCaller } from '../../src/domain/caller.ts'
import { isRungraphError } from '../../src/domain/errors.ts'
import { toGlobalId } from '../../src/graphql/global-id.ts'
import { explain, indexesOf, statementsOf } from '../support/explain.ts'
import { createFactories } from '../support/factories.ts'
import { forFile } from '../support/for-file.ts'
import { openGraph } from './open-graph.ts'

/** A project with many runs and gates, of which few are of one session and tag. */
const graph = forFile(await openGraph())
const { pool, prisma, project } = graph
const make = createFactories(prisma, project.id)
const agent = await make.agent()
const session = await make.session({ key: 'mine', agentId: agent.id })
const own = await make.run(agent, { sessionId: session.id })
const runId = own.id
await make.gate(own)
const { createdAt } = own
await prisma.runTag.create({ data: { runId, tag: 'mine', projectId: project.id, createdAt } })
await pool.query(
  `insert into "Run" (id, "projectId", "agentId", "agentVersion", "rootId", input, "effectiveLimits", "createdAt", status)
     select i.id, r."projectId", r."agentId", 1, i.id, 'other', '{}', r."createdAt" - n * interval '1 second', 'COMPLETED'
     from "Run" r, generate_series(1, 5000) n, lateral (select gen_random_uuid() as id where n > 0) i where r.id = $1`,
  [runId],
)
await pool.query(
  `insert into "Gate" (id, "projectId", "runId", "agentId", kind, reason, context, decider, status)
     select gen_random_uuid(), r."projectId", r.id, r."agentId", 'ACTION_APPROVAL', 'other', '{}', 'OPERATOR', 'APPROVED'
     from "Run" r where r.input = 'other'`,
)
await pool.query('analyze')
// The first statement of a connection asks for its limits.
await graph.ask('{ runs { totalCount edges { node { id } } } }')

const scopes: Readonly<Record<TokenScope['kind'], () => TokenScope>> = {
  RUN: () => ({ kind: 'RUN', runId }),
  SESSION: () => ({ kind: 'SESSION', key: 'mine' }),
  TAG: () => ({ kind: 'TAG', tag: 'mine' }),
}

test.for(['RUN', 'SESSION', 'TAG'] as const)(
  'KEY-8 a token for a %s reads its lists by an index of its scope, and asks once where it may go',
  async (kind) => {
    const access = { scope: scopes[kind](), abilities: ['READ'] as const, agentId: null }
    const caller = { ...loopbackCaller, kind: 'TOKEN', role: 'VIEWER', access } as const
    const ask = (query: string) => graph.ask(query, {}, { caller })
    for (const list of ['runs', 'gates']) {
      const query = `{ ${list} { totalCount edges { node { id } } } }`
      const statements = await statementsOf(async () => {
        expect(await ask(query)).toMatchObject({ data: { [list]: { totalCount: 1 } } })
      })
      // A page with its rows, and the count, as without a token.
      expect(statements).toHaveLength(2)
      for (const statement of statements) {
        const nodes = await explain(graph.pool, statement)
        expect(indexesOf(nodes), statement.text).not.toContain(
          `${list === 'runs' ? 'Run' : 'Gate'}_projectId_createdAt_id_idx`,
        )
        for (const node of nodes)
          if (node['Relation Name'] === 'Run' || node['Relation Name'] === 'Gate')
            expect(node['Node Type'], statement.text).not.toBe('Seq Scan')
      }
    }
    const ids = Array.from({ length: 10 }, () => `"${toGlobalId('Run', runId)}"`)
    const nodes = await statementsOf(() => ask(`{ nodes(ids: [${ids.join(', ')}]) { id } }`))
    // One of them asks whether rows lag behind a log: an id may be of any object.
    expect(nodes).toHaveLength(3)
    const run = await statementsOf(() => ask(`{ run(id: ${ids[0]}) { id agent { name } } }`))
    expect(run).toHaveLength(3)
  },
)

test('KEY-7 a server without keys takes nobody with an access token that it cannot verify for its administrator', async () => {
  const { authenticator, project } = graph
  const token = await createTokenSigner({ key: randomBytes(32), now: Date.now }).sign({
    ...{ id: 'one', project, subject: 'ann', issuer: { kind: 'LOOPBACK' } },
    ...{ scope: { kind: 'TAG', tag: 'mine' }, abilities: ['READ'], agentId: null },
    expiresAt: new Date(Date.now() + 60_000),
  })
  expect(await authenticator.admit(null)).toMatchObject({ caller: { kind: 'LOOPBACK' } })
  const refused = await authenticator.admit(`Bearer ${token}`)
  expect(isRungraphError(refused) && refused.message).toContain('no RUNGRAPH_ENCRYPTION_KEY')
})
