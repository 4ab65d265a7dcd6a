import type { Transcript } from '../clients/transcript.ts'
import type { Database } from '../servers/database.ts'

/** A run as its row tells it. */
export interface RunFacts {
  readonly id: string
  readonly status: string
  readonly depth: number
  readonly lastSeq: number
  readonly epoch: number
  readonly leaseOwner: string | null
  /** Without those about what was fired: these stay open without their run. */
  readonly openGates: number
  readonly reservations: number
  /** Whether a worker ever took it up. */
  readonly wasStarted: boolean
  readonly stepCount: number
  /** Of the rows of its model calls. */
  readonly requests: number
  readonly costUsd: string
}

export interface StepFacts {
  readonly runId: string
  readonly number: number
  readonly isCompleted: boolean
}

export interface MessageFacts {
  readonly runId: string
  readonly position: number
  readonly role: string
  /** The ids of the tool calls of an answer. */
  readonly calls: readonly string[]
  /** The call that a result is of. */
  readonly callId: string | null
}

export interface EventFacts {
  readonly runId: string
  readonly seq: number
  readonly type: string
  readonly stepNumber: number | null
  readonly at: Date
  readonly epoch: number
  readonly data: Readonly<Record<string, unknown>>
}

export interface ActionFacts {
  readonly id: string
  readonly runId: string
  readonly name: string
  readonly mode: string
  readonly status: string
  /** The ids of the gates about it. */
  readonly gates: readonly string[]
}

/** All facts about one run: the rows of the tables and what clients received. */
export interface RunHistory {
  readonly run: RunFacts
  readonly events: readonly EventFacts[]
  readonly steps: readonly StepFacts[]
  readonly actions: readonly ActionFacts[]
  readonly messages: readonly MessageFacts[]
  readonly transcripts: readonly Transcript[]
}

/** The histories of these runs and of all runs below them. */
export async function readHistories(
  database: Pick<Database, 'rows'>,
  runIds: readonly string[],
  transcriptsOf: (runId: string) => readonly Transcript[],
): Promise<readonly RunHistory[]> {
  const runs = await database.rows<RunFacts>(runsStatement, [runIds])
  const ids = [runs.map(({ id }) => id)]
  const events = await database.rows<EventFacts>(eventsStatement, ids)
  const steps = await database.rows<StepFacts>(stepsStatement, ids)
  const actions = await database.rows<ActionFacts>(actionsStatement, ids)
  const messages = await database.rows<MessageFacts>(messagesStatement, ids)
  const eventsOf = Map.groupBy(events, ({ runId }) => runId)
  const stepsOf = Map.groupBy(steps, ({ runId }) => runId)
  const actionsOf = Map.groupBy(actions, ({ runId }) => runId)
  const messagesOf = Map.groupBy(messages, ({ runId }) => runId)
  return runs.map((run) => ({
    run,
    events: eventsOf.get(run.id) ?? [],
    steps: stepsOf.get(run.id) ?? [],
    actions: actionsOf.get(run.id) ?? [],
    messages: messagesOf.get(run.id) ?? [],
    transcripts: transcriptsOf(run.id),
  }))
}

const runsStatement = `
select r.id, r.status, r.depth, (r."nextSeq" - 1)::int as "lastSeq", r.epoch, r."leaseOwner",
  (select count(*)::int from "Gate" g left join "Action" a on a.id = g."actionId"
   where g."runId" = r.id and g.status = 'OPEN' and a.mode is distinct from 'FIRE_AND_FORGET') as "openGates",
  (select count(*)::int from "Reservation" h where h."runId" = r.id) as reservations,
  r."startedAt" is not null as "wasStarted", r."stepCount",
  (select count(*) filter (where c.sent)::int from "ModelCall" c where c."runId" = r.id) as requests,
  (select coalesce(sum(c."costUsd"), 0)::text from "ModelCall" c where c."runId" = r.id) as "costUsd"
from "Run" r where r."rootId" in (select "rootId" from "Run" where id = any($1::uuid[])) order by r.id`

const eventsStatement = `
select "runId", seq, type, "stepNumber", at, epoch, data from "Event" where "runId" = any($1::uuid[]) order by "runId", seq`

const stepsStatement = `
select "runId", number, "completedAt" is not null as "isCompleted" from "Step" where "runId" = any($1::uuid[]) order by "runId", number`

const messagesStatement = `
select "runId", position, role, content->>'callId' as "callId",
  array(select p->>'callId' from json_array_elements(case when role = 'ASSISTANT' then content->'parts' else '[]' end) p
    where p->>'type' = 'tool-call') as calls
from "Message" where "runId" = any($1::uuid[]) order by "runId", position`

const actionsStatement = `
select a.id, a."runId", a.name, a.mode, a.status, array(select g.id::text from "Gate" g where g."actionId" = a.id) as gates
from "Action" a where a."runId" = any($1::uuid[]) order by a.id`
