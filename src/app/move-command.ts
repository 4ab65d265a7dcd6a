import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { connectWithRetry } from '../database/connect-with-retry.ts'
import { openBossDispatch } from '../dispatch/boss-dispatch.ts'
import { messageOf, RungraphError } from '../domain/errors.ts'
import { moveProject } from '../store/move/move-project.ts'
import { only, readArguments } from './command-line.ts'
import { createDisposer, type Disposer } from './disposer.ts'
import { runMoveAll, runUndoMoveAll } from './move-all-command.ts'
import { bringUpToDate } from './open-database.ts'

/** Every process finds out within this time that the project moves, and ends its connections so that clients try again, and not for good. */
const noticedWithinMs = 2_000

const options = { to: { type: 'string' }, all: { type: 'boolean' }, undo: { type: 'boolean' } } as const

/** How the command is called. */
export const moveUsage = `npm run move -- <project> [--to <postgresql://…>], or npm run move -- --all [--to <postgresql://…>] [--undo]
  --all moves everything to an empty database, from the private one, too; no other process may run on the database meanwhile.
  --all --undo lets the database of the settings be used again that everything was moved from.
  The other database is that of --to, or of RUNGRAPH_MOVE_TO, which no list of processes shows.`

/** Moves a project of the database of the settings to another one; gives what to say of it. @throws ARGUMENTS_INVALID, MOVE_REFUSED */
export async function runMove(config: Config, args: readonly string[]): Promise<string> {
  const { values, positionals } = readArguments(moveUsage, () =>
    parseArgs({ args: [...args], allowPositionals: true, options }),
  )
  if (values.undo && !values.all) throw wrong('--undo goes with --all.')
  if (values.all && positionals.length > 0) throw wrong('--all moves every project: name none.')
  if (values.undo) return runUndoMoveAll(config)
  const slug = values.all ? null : only(positionals, 'The project', moveUsage)
  const url = values.to ?? config.moveTo
  if (url === null) throw wrong('The other database is missing.')
  if (slug === null) return runMoveAll(config, { url, nameOf })
  const names = { to: nameOf(url) }
  const closing = createDisposer()
  try {
    const { directUrl } = await bringUpToDate(config, closing, () => undefined)
    const from = await connect(directUrl, closing)
    const { pool, client: to } = await connect(url, closing)
    const report = (message: string, error?: unknown) => console.error(message, messageOf(error))
    const openDispatch = async () => {
      const dispatch = await openBossDispatch({ pool, report, isKeeper: false })
      closing.add(() => dispatch.close())
      return dispatch
    }
    const { rows } = await moveProject({
      ...{ from: from.client, to, openDispatch, slug },
      names: { ...names, from: nameOf(directUrl) },
      onStage: (stage) => (stage === 'fenced' ? delay(noticedWithinMs) : undefined),
    })
    return `Moved project ${slug} to ${names.to}: ${rows} rows. Send its requests there now.`
  } finally {
    await closing.closeAll()
  }
}

/** Two connections: one for the move, and one for what the queue asks beside it. */
async function connect(
  url: string,
  closing: Disposer,
): Promise<{ readonly pool: pg.Pool; readonly client: pg.PoolClient }> {
  const [pool, single] = [await connectWithRetry(url), await connectWithRetry(url)]
  closing.add(() => pool.end())
  const client = await single.connect()
  // A connection that is lost between two queries fails the next one.
  client.on('error', () => undefined)
  closing.add(async () => {
    client.release(true)
    await single.end()
  })
  return { pool, client }
}

/** Without name and password. @throws ARGUMENTS_INVALID */
function nameOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw wrong('--to is no URL of a PostgreSQL database.')
  return `${url.hostname}:${url.port || 5432}${url.pathname}`
}

function wrong(problem: string): RungraphError {
  return new RungraphError('ARGUMENTS_INVALID', { problem, usage: moveUsage })
}
