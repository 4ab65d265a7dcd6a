import { createReadStream } from 'node:fs'
import { v7 as uuidv7 } from 'uuid'
import { messageOf } from '../../domain/errors.ts'
import { toGlobalId } from '../../graphql/global-id.ts'
import { splitLines } from '../../log/archive/archive-row.ts'
import { importRun } from '../../log/archive/import-run.ts'
import type { Config } from '../../settings/config.ts'
import { ensureProject } from '../../store/project-store.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import { withConnection } from './with-connection.ts'

/**
 * Writes an exported run into a project, and creates the project if it does not exist; gives the message for the user. @throws
 * ARGUMENTS_INVALID, and the errors of `importRun`
 */
export async function runImport(
  config: Config,
  { file, project: slug }: { readonly file: string; readonly project: string },
): Promise<string> {
  return withConnection(config, async (pool) => {
    const project = { slug, name: slug, newId: uuidv7 }
    const { runs, rows } = await importRun(pool, splitLines(textOf(file)), (client) =>
      ensureProject(client, project),
    )
    const [root = ''] = runs
    const below = runs.length === 1 ? '' : `, with ${runs.length - 1} below it`
    return `Imported run ${toGlobalId('Run', root)} into project ${slug}${below}: ${rows} rows. It keeps its status; nothing of it is executed.`
  })
}

async function* textOf(file: string): AsyncGenerator<string, void, void> {
  try {
    yield* createReadStream(file, { encoding: 'utf8' })
  } catch (error) {
    throw wrongArguments('import', `${file} cannot be read: ${messageOf(error)}.`, error)
  }
}
