import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { toFeedCursor } from '../../../src/graphql/event-cursor.ts'
import { type NodeKind, toGlobalId } from '../../../src/graphql/global-id.ts'
import { toBindingId } from '../../../src/graphql/objects/binding.ts'
import { cursorOf, placeOf } from '../cursors.ts'
import type { Tenant } from './fill-project.ts'

/** The global id of an object of each kind. */
export function globalIdsOf({ rows, project }: Tenant): Readonly<Record<NodeKind | 'Binding', string>> {
  return {
    Project: toGlobalId('Project', project.id),
    Agent: toGlobalId('Agent', rows.agent.id),
    Run: toGlobalId('Run', rows.museum.id),
    Step: toGlobalId('Step', rows.step.id),
    Action: toGlobalId('Action', rows.action.id),
    ModelCall: toGlobalId('ModelCall', rows.modelCall.id),
    Session: toGlobalId('Session', rows.session.id),
    Gate: toGlobalId('Gate', rows.gate.id),
    Policy: toGlobalId('Policy', rows.policy.id),
    Canary: toGlobalId('Canary', rows.canary.id),
    Rating: toGlobalId('Rating', rows.rating.id),
    RunComment: toGlobalId('RunComment', rows.comment.id),
    Workflow: toGlobalId('Workflow', rows.workflow.id),
    Relic: toGlobalId('Relic', rows.relic.id),
    Webhook: toGlobalId('Webhook', rows.webhook.id),
    WebhookDelivery: toGlobalId('WebhookDelivery', rows.delivery.id),
    Schedule: toGlobalId('Schedule', rows.schedule.id),
    ReceivedEvent: toGlobalId('ReceivedEvent', rows.receivedEvent.id),
    EventSource: toGlobalId('EventSource', rows.eventSource.id),
    EventTrigger: toGlobalId('EventTrigger', rows.eventTrigger.id),
    ApiKey: toGlobalId('ApiKey', rows.apiKey.id),
    DataSet: toGlobalId('DataSet', rows.dataSet.id),
    DataSetItem: toGlobalId('DataSetItem', rows.item.id),
    Evaluation: toGlobalId('Evaluation', rows.evaluation.id),
    EvaluationResult: toGlobalId('EvaluationResult', rows.result.id),
    File: toGlobalId('File', rows.file.id),
    RunEvent: toGlobalId('RunEvent', `${rows.museum.id}:1`),
    Binding: toBindingId(rows.binding.id),
  }
}

/** Names by which callers of the project refer to its objects, besides ids. */
export function namesOf({ rows, mark }: Tenant): readonly string[] {
  const { agent, session, workflow, relic, museum, dataSet } = rows
  const names = [agent.slug, session.key, workflow.slug, relic.name, dataSet.slug]
  return [...names, museum.threadId ?? '', agent.id, mark]
}

/** Cursors of places that the project has: of its logs, and of its lists. */
export function cursorsOf({ rows: { museum, root, session }, project }: Tenant) {
  const position = placeOf(museum.id, { order: 2n })
  // Between those of any two rows: whose id is the higher one decides nothing.
  const moment = new Date(museum.createdAt.getTime() + 500).toISOString()
  const ofList = (order: string, value: string) =>
    Buffer.from(JSON.stringify([order, value, museum.id])).toString('base64url')
  return {
    logs: [
      cursorOf(museum.id, 1),
      toFeedCursor({ kind: 'tree', id: museum.id }, position),
      toFeedCursor({ kind: 'tree', id: root.id }, position),
      toFeedCursor({ kind: 'session', id: session.id }, position),
      toFeedCursor({ kind: 'project', id: project.id }, position),
    ],
    lists: [
      ofList('CREATED_AT', moment),
      ofList('CREATED_AT DESC', moment),
      ofList('CREATED_AT ASC', moment),
      ofList('NUMBER', '1'),
      ofList('POSITION', '0'),
    ],
  }
}

/**
 * Takes what is of a project to what never existed and looks the same: each of its UUIDs becomes another, and so does its mark, also within
 * what is encoded. The same always becomes the same, and what is not of the project stays.
 */
export async function createStranger(
  pool: pg.Pool,
  { mark, project }: Pick<Tenant, 'mark' | 'project'>,
): Promise<(text: string) => string> {
  const rows = JSON.stringify(await rowsOf(pool, project.id))
  const twins = new Map(Array.from(rows.matchAll(uuids), ([uuid]) => [uuid, twinOf(uuid)]))
  const plain = (text: string) =>
    text
      .replaceAll(mark, `no${mark.slice(2)}`)
      .replaceAll(uuids, (uuid) => twins.get(uuid) ?? uuid)
      .replaceAll(bareUuids, (bare) => (twins.get(toUuid(bare)) ?? bare).replaceAll('-', ''))
  return (text) =>
    plain(text).replaceAll(encoded, (word) => {
      const decoded = Buffer.from(word, 'base64').toString()
      const other = plain(decoded)
      if (other === decoded) return word
      return Buffer.from(other).toString(word.endsWith('=') ? 'base64' : 'base64url')
    })
}

/** Another UUID, of the same millisecond: where texts and rows are in order, both are in the same place. */
function twinOf(uuid: string): string {
  return uuidv7({ msecs: Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16) })
}

/** Finds in answers what only the project knows: what its rows say, but for what somebody else has said to it. */
export async function createLeakFinder(
  pool: pg.Pool,
  { mark, project }: Pick<Tenant, 'mark' | 'project'>,
  said: readonly string[],
): Promise<(answer: string) => readonly string[]> {
  const known = said.map(inTheClear).join('\n')
  const isSecret = (text: string) => (text.includes(mark) || text.search(uuids) >= 0) && !known.includes(text)
  const secrets = [...new Set(textsIn(await rowsOf(pool, project.id)))].filter(isSecret)
  if (secrets.length < 50) throw new Error(`Only ${secrets.length} texts are known to nobody else.`)
  return (answer) => {
    const clear = inTheClear(answer)
    return secrets.filter((secret) => clear.includes(secret))
  }
}

/** A text, and after it what is encoded in it, and the UUIDs of its ids. */
export function inTheClear(text: string): string {
  const words = Array.from(text.matchAll(encoded), ([word]) => Buffer.from(word, 'base64').toString())
  const clear = [text, ...words].join('\n')
  return [clear, ...Array.from(clear.matchAll(bareUuids), ([bare]) => toUuid(bare))].join('\n')
}

function toUuid(bare: string): string {
  return bare.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
/** As ids have them, and the slugs that are proposed in their place. */
const bareUuids = /(?<=[_-])[0-9a-f]{32}/g
const encoded = /[A-Za-z0-9+/_-]{24,}={0,2}/g

/** Everything of a project in the database, row by row, by its table. */
export async function rowsOf(pool: pg.Pool, projectId: string): Promise<Readonly<Record<string, unknown>>> {
  const tables = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'projectId' order by 1`,
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const { rows } = await pool.query(
      `select to_jsonb(t) as row from "${name}" t where t."projectId" = $1 order by to_jsonb(t)::text`,
      [projectId],
    )
    all[name] = rows
  }
  const { rows } = await pool.query(`select to_jsonb(p) as row from "Project" p where id = $1`, [projectId])
  return { ...all, Project: rows }
}
