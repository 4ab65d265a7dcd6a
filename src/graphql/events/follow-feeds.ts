import { checkSessionKey } from '../../domain/agent.ts'
import type { RungraphError } from '../../domain/errors.ts'
import type { EventType } from '../../domain/run-event.ts'
import type { FeedPosition } from '../../domain/run-log.ts'
import { builder } from '../builder.ts'
import type { GraphQLContext } from '../context.ts'
import { type FeedKey, lastOf, noSuchSession, readFeedCursor, toFeedCursor } from '../event-cursor.ts'
import { canBeName } from '../global-id.ts'
import { RunEventObject, RunEventType, readTypes } from './run-event.ts'
import { type FollowedEvent, showEvents, shownOrThrown } from './shown-events.ts'

interface From {
  readonly after?: string | null | undefined
  readonly types?: readonly EventType[] | null | undefined
}

/**
 * The events of all runs of the caller's project after a cursor, or from now on; it never ends on its own.
 * @throws INVALID_INPUT, CURSOR_INVALID
 */
async function followProject(
  ctx: GraphQLContext,
  args: From,
): Promise<AsyncIterableIterator<FollowedEvent | RungraphError>> {
  const project = { kind: 'project', id: ctx.project.id } as const
  const after = readFeedCursor(lastOf(ctx, args), project)
  return showEvents(ctx, {
    types: readTypes(args.types),
    follow: (signal) => ctx.log.followProject(project.id, { after, signal }),
    toCursor: (event) => toFeedCursor(project, event),
  })
}

/**
 * The events of all runs of a session, and of those below them, after a cursor, or from now on: a session that does not exist yet is
 * waited for. @throws INVALID_INPUT, CURSOR_INVALID
 */
async function followSession(
  ctx: GraphQLContext,
  { sessionKey: key, ...args }: From & { readonly sessionKey: string },
): Promise<AsyncIterableIterator<FollowedEvent | RungraphError>> {
  checkSessionKey(key)
  let session = await findSession(ctx, key)
  const after = readPosition(lastOf(ctx, args), session)
  return showEvents(ctx, {
    types: readTypes(args.types),
    follow: (signal) => ctx.log.followSession({ projectId: ctx.project.id, key }, { after, signal }),
    toCursor: async (event) => {
      session ??= await findSession(ctx, key)
      if (session === null) throw new Error('A session that has events was not found.')
      return toFeedCursor(session, event)
    },
  })
}

function readPosition(cursor: string | undefined, session: FeedKey | null): FeedPosition | null {
  if (session !== null) return readFeedCursor(cursor, session)
  if (cursor !== undefined) throw noSuchSession()
  return null
}

async function findSession({ prisma, project }: GraphQLContext, key: string): Promise<FeedKey | null> {
  if (!canBeName(key)) return null
  const session = await prisma.session.findUnique({
    where: { projectId_key: { projectId: project.id, key } },
    select: { id: true },
  })
  return session && { kind: 'session', id: session.id }
}

const after =
  'Cursor of the last event that the client received (its `cursor`). If you leave it out, the stream begins with the next event.'

const types = 'Event types to include. All types if you leave it out.'

builder.subscriptionFields((t) => ({
  sessionEvents: t.field({
    type: RunEventObject,
    description:
      'Live events of all runs of a session and of their descendants, in one order that agrees with the order within each run. The stream waits for a session that does not exist yet. Its cursors differ from those of `runEvents`.',
    args: {
      sessionKey: t.arg.string({ description: 'Key of the session.', required: true }),
      after: t.arg.string({ description: after }),
      types: t.arg({ type: [RunEventType], description: types }),
    },
    subscribe: (_, args, ctx) => followSession(ctx, args),
    resolve: shownOrThrown,
  }),
  projectEvents: t.field({
    type: RunEventObject,
    description:
      'Live events of all runs of the project, in one order that agrees with the order within each run. Its cursors differ from those of `runEvents`.',
    args: {
      after: t.arg.string({ description: after }),
      types: t.arg({ type: [RunEventType], description: types }),
    },
    subscribe: (_, args, ctx) => followProject(ctx, args),
    resolve: shownOrThrown,
  }),
}))
