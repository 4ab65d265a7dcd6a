import { setTimeout as delay } from 'node:timers/promises'
import { createDisposer } from '../../app/disposer.ts'
import { bringUpToDate } from '../../app/open-database.ts'
import type { Config } from '../../config.ts'
import { openBossDispatch } from '../../dispatch/boss-dispatch.ts'
import { messageOf, type RungraphError } from '../../domain/errors.ts'
import { moveProject } from '../../store/move/move-project.ts'
import { runMoveAll } from '../backup/run-move-all.ts'
import { connectDirectly } from '../backup/run-restore.ts'
import { wrongArguments } from '../terminal/argument-values.ts'

/** Every process notices within this time that the project moves, and ends its connections so that clients retry instead of giving up. */
const noticedWithinMs = 2_000

/**
 * Moves a project of the database of the settings to another database, or all projects (`null`) to an empty one; gives the message for the
 * user. @throws ARGUMENTS_INVALID, MOVE_REFUSED, DATABASE_UNREACHABLE
 */
export async function runMove(
  config: Config,
  { project: slug, to: given }: { readonly project: string | null; readonly to: string | null },
): Promise<string> {
  const url = given ?? config.moveTo
  if (url === null)
    throw wrong('The other database is missing. Give its URL with --to, or set RUNGRAPH_MOVE_TO.')
  const setting = given === null ? 'RUNGRAPH_MOVE_TO' : '--to'
  if (slug === null) return runMoveAll(config, { url, setting, nameOf })
  const names = { to: nameOf(url) }
  const closing = createDisposer()
  try {
    const { directUrl } = await bringUpToDate(config, closing, () => undefined)
    const from = await connectDirectly(directUrl, closing)
    const { pool, client: to } = await connectDirectly(url, closing, setting)
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

/** Without name and password. @throws ARGUMENTS_INVALID */
function nameOf(text: string): string {
  const url = URL.parse(text)
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw wrong('--to is no URL of a PostgreSQL database.')
  return `${url.hostname}:${url.port || 5432}${url.pathname}`
}

function wrong(problem: string): RungraphError {
  return wrongArguments('move', problem)
}
