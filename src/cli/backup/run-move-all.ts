import { createDisposer } from '../../app/disposer.ts'
import { addressOf } from '../../app/open-database.ts'
import { readVersion } from '../../app/version.ts'
import type { Config } from '../../config.ts'
import { migrate } from '../../database/migrate.ts'
import { directSetting } from '../../database/same-database.ts'
import { type MoveAllStage, moveAll, undoMoveAll } from '../../store/backup/move-all.ts'
import { openBackup } from '../../store/backup/read-parts.ts'
import { readBackup } from '../../store/backup/write-backup.ts'
import { reportProgress } from './run-backup.ts'
import { connectDirectly, restoreInto } from './run-restore.ts'

/**
 * Moves everything from the database of the settings to an empty one, without a file; gives the message for the user.
 * @throws MOVE_ALL_REFUSED, RESTORE_REFUSED, DATABASE_UNREACHABLE
 */
export async function runMoveAll(
  config: Config,
  { url, setting, nameOf, onStage }: MoveAllTarget,
): Promise<string> {
  const closing = createDisposer()
  try {
    const address = await addressOf(config, closing, () => undefined)
    const { directUrl } = address
    const own = directSetting(address)
    // The other database gets the schema of this version.
    await migrate({ connectionString: directUrl, setting: own, log: () => undefined })
    const { client: from } = await connectDirectly(directUrl, closing, own)
    const { client: reader } = await connectDirectly(directUrl, closing, own)
    const { client: to } = await connectDirectly(url, closing, setting)
    const names = { from: nameOf(directUrl), to: nameOf(url) }
    const { rows } = await moveAll({
      ...{ from, to, names },
      ...(onStage && { onStage }),
      copy: async (onRestored) => {
        const read = readBackup(reader, { version: readVersion(), onProgress: reportProgress('Copying') })
        return restoreInto(url, await openBackup(read), { closing, setting, onRestored })
      },
    })
    return `Moved everything to ${names.to}: ${rows} rows. Set DATABASE_URL to it${keyAdvice(config)}, and start Rungraph.`
  } finally {
    await closing.closeAll()
  }
}

export interface MoveAllTarget {
  readonly url: string
  /** Option or setting that has the URL. */
  readonly setting: string
  /** A database as the other one remembers it, without name and password. */
  readonly nameOf: (url: string) => string
  readonly onStage?: (stage: MoveAllStage) => Promise<void> | void
}

/** Makes the database of the settings usable again; gives the message for the user. @throws MOVE_ALL_REFUSED */
export async function runUndoMoveAll(config: Config): Promise<string> {
  const closing = createDisposer()
  try {
    const address = await addressOf(config, closing, () => undefined)
    const { client } = await connectDirectly(address.directUrl, closing, directSetting(address))
    const { peer } = await undoMoveAll(client)
    return `This database can be used again. What was written to ${peer} is not in it.`
  } finally {
    await closing.closeAll()
  }
}

function keyAdvice({ database, encryptionKey }: Config): string {
  if (encryptionKey !== null || !('dataDir' in database)) return ''
  return `, and RUNGRAPH_ENCRYPTION_KEY to the content of vault.key in ${database.dataDir}`
}
