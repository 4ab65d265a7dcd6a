import { text as readText } from 'node:stream/consumers'
import pg from 'pg'
import type { OpenContender } from '../contender.ts'
import { servePage } from './serve-page.ts'

const page = `
  select json_build_object('data', json_build_object('runs', json_build_object(
    'edges', coalesce(json_agg(json_build_object('cursor', "createdAt" || id::text, 'node', node)), '[]'),
    'pageInfo', json_build_object('hasNextPage', count(*) = 50, 'endCursor', max("createdAt"))
  )))::text as answer
  from (
    select r.id, r."createdAt", json_build_object('id', r.id, 'status', r.status, 'input', r.input, 'createdAt', r."createdAt", 'durationMs', r."durationMs",
      'steps', json_build_object('edges', steps.edges)) as node
    from (
      select * from "Run" where "projectId" = (select id from "Project" where slug = $1) and "parentId" is null and "removedAt" is null
      order by "createdAt" desc, id desc limit $2
    ) r
    cross join lateral (
      select json_agg(json_build_object('node', json_build_object('id', s.id, 'number', s.number, 'success', s.success, 'startedAt', s."startedAt",
        'durationMs', s."durationMs", 'usage', u.usage)) order by s.number) as edges
      from (select * from "Step" where "runId" = r.id order by number limit $3) s
      cross join lateral (
        select json_build_object('requests', count(*), 'inputTokens', sum("inputTokens"), 'outputTokens', sum("outputTokens"), 'costUsd', sum("costUsd")) as usage
        from "ModelCall" where "stepId" = s.id
      ) u
    ) steps
    order by r."createdAt" desc, r.id desc
  ) nodes`

/** One SQL statement that gives the answer as text. It knows one question, and reads no GraphQL. */
export const open: OpenContender = async ({ connectionString }) => {
  const pool = new pg.Pool({ connectionString, max: 20 })
  const { url, close } = await servePage(async (request, response) => {
    const [slug, first, steps] = JSON.parse(await readText(request))
    const { rows } = await pool.query({ name: 'page', text: page, values: [slug, first, steps] })
    response.setHeader('content-type', 'application/json')
    response.end(rows[0].answer)
  })
  return {
    request: { url, body: JSON.stringify(['default', 50, 10]) },
    close: async () => {
      await close()
      await pool.end()
    },
  }
}
