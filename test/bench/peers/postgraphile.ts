import { createServer } from 'node:http'
import pg from 'pg'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'
import type { OpenContender } from '../contender.ts'

/** Relations that the views do not declare, in PostGraphile's tags. */
const tags = `
  comment on view page.run is E'@primaryKey id';
  comment on view page.step is E'@primaryKey id\\n@foreignKey (run_id) references page.run (id)';
  comment on view page.step_usage is E'@primaryKey step_id\\n@foreignKey (step_id) references page.step (id)|@fieldName step';`

const query = `query Page($project: UUID!) {
  allRuns(first: 50, condition: { projectId: $project }, orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) {
    edges { cursor node {
      id status input createdAt durationMs
      stepsByRunId(first: 10, orderBy: NUMBER_ASC) {
        edges { node { id number success startedAt durationMs stepUsageByStepId { requests inputTokens outputTokens costUsd } } }
      }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** PostGraphile on views of the same tables. */
export const open: OpenContender = async ({ connectionString }) => {
  const pool = new pg.Pool({ connectionString, max: 20 })
  await pool.query(tags)
  const { rows } = await pool.query(`select id from "Project" where slug = 'default'`)
  const instance = postgraphile({
    extends: [PostGraphileAmberPreset],
    pgServices: [makePgService({ pool, schemas: ['page'] })],
    grafserv: { graphqlPath: '/graphql', watch: false, graphiql: false },
    grafast: { explain: false },
  })
  const server = createServer()
  await instance.createServ(grafserv).addTo(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    request: {
      url: `http://127.0.0.1:${address.port}/graphql`,
      body: JSON.stringify({ query, variables: { project: rows[0].id } }),
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await instance.release()
      await pool.end()
    },
  }
}
