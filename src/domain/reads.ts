import type { TokenScope } from './access-token.ts'
import type { ItemOutcome } from './compare-evaluations.ts'
import type { CompactedView, MessagePosition, StoredMessage } from './conversation.ts'
import type { RungraphError } from './errors.ts'
import type { Json } from './json.ts'
import type { AssistantMessage } from './message.ts'
import type { QueueReads } from './queue.ts'
import type { List, PlainRow, RowCount, RowFilter, RowPosition, Slice } from './row-list.ts'
import type { RunStatus } from './run.ts'
import type { StepDigest } from './run-diff.ts'
import type { EventType, RunEvent } from './run-event.ts'
import type { FeedEvent, FeedPosition } from './run-log.ts'
import type { StatisticsReads } from './statistics.ts'
import type { UsageReads } from './usage-reads.ts'

/**
 * Reads of the API other than the rows of its objects. Each method is one statement, whatever the number of keys. It returns one result per
 * key, in the order of the keys, and sees the rows of one project only.
 */
export interface Reads
  extends EventReads,
    MessageReads,
    UsageReads,
    ListReads,
    StatisticsReads,
    QueueReads,
    VersionReads,
    SessionReads,
    RelicEntryReads {
  /** Makes the rows of the steps, actions, messages and calls of a project's running runs as new as their logs. */
  bringUp(projectId: string): Promise<void>
  /** The same of single runs, at least up to an event of each. */
  bringUpTo(places: readonly { readonly runId: string; readonly seq: number }[]): Promise<void>
  /** Returns those of the objects that belong to runs that an access token reaches (KEY-8). */
  within(
    projectId: string,
    scope: TokenScope,
    kind: ScopedKind,
    ids: readonly string[],
  ): Promise<ReadonlySet<string>>
  /** Resolves when the database answers: whether it takes writes, which a standby does not. */
  ping(): Promise<{ readonly takesWrites: boolean }>
  /** Returns those of the runs that the project has, in no particular order. */
  comparedRuns(projectId: string, ids: readonly string[]): Promise<readonly ComparedRun[]>
  /** Tags of runs of the project, from one on in the order of the database, at most `limit`: one look into the index for each. */
  tags(projectId: string, from: string, limit: number): Promise<readonly string[]>
  /** The mean score of the ratings of each run; `null` where it has none. */
  meanRatings(projectId: string, runIds: readonly string[]): Promise<readonly (number | null)[]>
  /** The steps of each run by number, with those that it took over from another. Three statements. */
  stepDigests(projectId: string, ids: readonly string[]): Promise<readonly (readonly StepDigest[])[]>
  /** The plan of each step with the states of its actions; `null` where it has none. The same object for a step that is named twice. */
  stepPlans(projectId: string, ids: readonly string[]): Promise<readonly (StoredStepPlan | null)[]>
  /** Outcome of each item of each evaluation, in the order of the items; empty where the project has no such evaluation. */
  itemOutcomes(
    projectId: string,
    evaluationIds: readonly string[],
  ): Promise<readonly (readonly ItemOutcome[])[]>
  /** Of each item of an evaluation, how many of its trials passed, and how many were scored. */
  trialCounts(projectId: string, keys: readonly EvaluatedItemKey[]): Promise<readonly TrialCounts[]>
  /** Ids of the gates that each received event resolved, oldest first, at most `maxEventGates`. */
  gatesOfEvents(projectId: string, eventIds: readonly string[]): Promise<readonly (readonly string[])[]>
}

/** Trials of an item in an evaluation. */
export type TrialCounts = Pick<ItemOutcome, 'passed' | 'of'>

/** An item in an evaluation. */
export interface EvaluatedItemKey {
  readonly evaluationId: string
  readonly itemId: string
}

/** Kinds of object that belong to a run. */
export type ScopedKind = 'Run' | 'Step' | 'Action' | 'Gate' | 'File' | 'Rating'

/** The plan of a step as text: it may be of megabytes, and is parsed with a pause. */
export interface StoredStepPlan {
  readonly runId: string
  readonly number: number
  /** JSON, as the plan was stored. */
  readonly plan: string
  /** JSON: an array of `id`, `status`, `wave` and `durationMs` of its actions, in plan order. */
  readonly actions: string
}

/** A place in the log of a run: its event as a cursor remembers it. */
export interface EventPlace {
  readonly seq: number
  readonly stamp: number
}

/** A run whose log is followed. */
export interface StoredLog {
  readonly id: string
  readonly rootId: string
  readonly status: RunStatus
  /** Number of its next event. */
  readonly nextSeq: number
}

/** Pages of events that are stored. To follow them live there is `RunLog`. */
export interface EventReads {
  /** Returns a page of the events of each run, in order. */
  events(
    projectId: string,
    keys: readonly EventKey[],
    page: EventPage,
  ): Promise<readonly (readonly RunEvent[])[]>
  /** Returns the number of events of these types in the log of each run. */
  eventCounts(
    projectId: string,
    runIds: readonly string[],
    types: readonly EventType[] | null,
  ): Promise<readonly number[]>
  /**
   * The first events of each tree after a place, in the order of the tree. An event that an older transaction could still come before is
   * not among them yet.
   */
  treeEvents(
    projectId: string,
    keys: readonly TreeKey[],
    page: EventPage,
  ): Promise<readonly (readonly FeedEvent[])[]>
  /** Returns the number of events of these types in each tree, wherever in the tree the run of the key is. */
  treeEventCounts(
    projectId: string,
    keys: readonly TreeKey[],
    types: readonly EventType[] | null,
  ): Promise<readonly number[]>
  /**
   * A run with its log; `null` where the project has none, or its tree is being removed. @throws CURSOR_INVALID where the log does not have
   * the event at `place`, or has another one there (EVT-10)
   */
  findLog(projectId: string, runId: string, place: EventPlace | null): Promise<StoredLog | null>
  /** Why the log of a run is not there that somebody has a cursor of: CURSOR_EXPIRED or CURSOR_INVALID (EVT-7, EVT-10). */
  absenceOf(projectId: string, runId: string): Promise<RungraphError>
  /** The place of a cursor, compared with the tree. @throws CURSOR_INVALID where the tree does not have it (EVT-10) */
  checkTreePlace(rootId: string, place: FeedPosition): Promise<FeedPosition>
  /**
   * Whether nothing comes after a place of the tree below a finished run: none of its runs is active, and no event of these types is
   * beyond the place, not even one that is not shown yet.
   */
  isTreeOver(
    run: { readonly id: string; readonly rootId: string },
    after: FeedPosition,
    types: readonly EventType[] | null,
  ): Promise<boolean>
}

/** Stored messages and how the model is shown them. */
export interface MessageReads {
  /** Returns one page of each conversation, in the order of the conversation. */
  messages(
    projectId: string,
    keys: readonly ConversationKey[],
    page: MessagePage,
  ): Promise<readonly (readonly StoredMessage[])[]>
  messageCounts(projectId: string, keys: readonly ConversationKey[]): Promise<readonly number[]>
  /** Returns the messages of the model in each step, in order. */
  answers(projectId: string, keys: readonly StepKey[]): Promise<readonly (readonly AssistantMessage[])[]>
  /** Returns the compactions of each conversation, oldest first. */
  compactions(
    projectId: string,
    keys: readonly ConversationKey[],
  ): Promise<readonly (readonly CompactedView[])[]>
}

/**
 * A conversation: the messages of one run, of a session, or those that the model received in a step, which include the earlier runs of
 * the session. All keys of one call are of the same kind.
 */
export type ConversationKey =
  | { readonly kind: 'RUN'; readonly runId: string; readonly sessionId: string | null }
  | { readonly kind: 'SESSION'; readonly sessionId: string }
  | {
      readonly kind: 'STEP'
      readonly runId: string
      readonly sessionId: string | null
      readonly stepNumber: number
    }

export interface StepKey {
  readonly runId: string
  readonly stepNumber: number
}

/** A page of a list: the first `limit` rows between two positions, or the last ones. */
interface PageBetween<Position> {
  readonly limit: number
  readonly backward: boolean
  /** Positions that rows come after and before; `null`: the start and the end of the list. */
  readonly after: Position | null
  readonly before: Position | null
}

export type MessagePage = PageBetween<MessagePosition>

export interface EventPage {
  readonly limit: number
  /** Whether it is the last events between the key's positions. */
  readonly backward: boolean
  /** `null`: events of all types. */
  readonly types: readonly EventType[] | null
}

/** Events of a run. */
export interface EventKey {
  readonly runId: string
  /** Events that the page comes after and before, as a cursor has them; `null`: the start and the end of the log. */
  readonly after: EventPlace | null
  readonly before: EventPlace | null
}

/** Events of a run and of all its descendants. */
export interface TreeKey {
  readonly topId: string
  readonly rootId: string
  /** Positions that the page comes after and before; `null`: the start and the end. */
  readonly after: FeedPosition | null
  readonly before: FeedPosition | null
}

/** Lists in pages. */
export interface ListReads {
  /** The places of one slice of each parent's list, by parent, in the list's order; one row more than `limit` where there are more. */
  slices(
    list: List,
    parents: readonly string[],
    slice: Slice,
  ): Promise<ReadonlyMap<string, readonly RowPosition[]>>
  /** The same with the rows themselves: these columns, which are of types that the driver gives as Prisma does. */
  rows(
    of: { readonly list: List; readonly columns: readonly string[] },
    parents: readonly string[],
    slice: Slice,
  ): Promise<ReadonlyMap<string, readonly PlainRow[]>>
  /** The rows of a table with these ids, in no particular order, with columns of the same types. */
  rowsById(
    table: string,
    columns: readonly string[],
    ids: readonly string[],
  ): Promise<readonly PlainRow['row'][]>
  /** Returns the number of rows in the list of each parent, estimated where there are more than 10,000. */
  rowCounts(list: List, parents: readonly string[]): Promise<ReadonlyMap<string, RowCount>>
  /** Whether a filter of a table keeps a row of it, as it is now. */
  isKept(row: { readonly table: 'Run' | 'Gate'; readonly id: string }, filter: RowFilter): Promise<boolean>
}

/** Versions of agents or of workflows. */
export interface VersionReads {
  /** The agents that may call each tool and are not archived, by slug, as ids; at most `limit` of each. */
  toolAgents(
    projectId: string,
    tools: readonly string[],
    limit: number,
  ): Promise<readonly (readonly string[])[]>
  /** The numbers of a page of the versions of each agent or workflow, newest first. */
  versionPages(
    scope: VersionsOf,
    ids: readonly string[],
    page: PageBetween<number>,
  ): Promise<readonly (readonly number[])[]>
  versionCounts(scope: VersionsOf, ids: readonly string[]): Promise<readonly number[]>
  /** The definition of the version before each, as it is stored; `null` before the first. */
  earlierDefinitions(scope: VersionsOf, keys: readonly VersionKey[]): Promise<readonly unknown[]>
}

export interface VersionsOf {
  readonly projectId: string
  readonly of: 'AGENT' | 'WORKFLOW'
}

/** A version of the agent or workflow with this id. */
export interface VersionKey {
  readonly id: string
  readonly version: number
}

export interface SessionReads {
  /** The number of runs in each session. */
  sessionRunCounts(projectId: string, ids: readonly string[]): Promise<readonly number[]>
  /** The runs of each session that have not ended and are not paused, oldest first, as ids; at most `limit` of each. */
  activeRuns(
    projectId: string,
    ids: readonly string[],
    limit: number,
  ): Promise<readonly (readonly string[])[]>
}

/** Entries of KEY_VALUE relics. Expired entries are left out. */
export interface RelicEntryReads {
  /** Returns one page of the entries of each relic, in the order of the code points of their keys. */
  relicEntries(
    projectId: string,
    relicIds: readonly string[],
    page: RelicEntryPage,
  ): Promise<readonly (readonly RelicEntryRow[])[]>
  /** Returns the number of entries of each relic whose key begins so. */
  relicEntryCounts(projectId: string, relicIds: readonly string[], prefix: string): Promise<readonly number[]>
  /** Returns the entry of each key; `null` where there is none. */
  relicEntry(projectId: string, keys: readonly RelicEntryKey[]): Promise<readonly (RelicEntryRow | null)[]>
  /** Returns the value of each entry, and its size as JSON; `null` where there is no such entry. */
  relicValues(
    projectId: string,
    keys: readonly RelicEntryKey[],
  ): Promise<readonly ({ readonly value: Json; readonly bytes: number } | null)[]>
}

export interface RelicEntryKey {
  readonly relicId: string
  readonly key: string
}

export interface RelicEntryRow extends RelicEntryKey {
  readonly expiresAt: Date | null
  readonly updatedAt: Date
}

/** Positions are keys. */
export interface RelicEntryPage extends PageBetween<string> {
  /** Only keys that begin so; empty: all. */
  readonly prefix: string
}

/** Facts by which two runs are compared, besides their steps. */
export interface ComparedRun {
  readonly id: string
  readonly status: string
  readonly terminationReason: string | null
  readonly input: string
  readonly summary: string | null
  readonly agent: string
  readonly agentVersion: number
  readonly model: string | null
  readonly systemPrompt: string | null
}
