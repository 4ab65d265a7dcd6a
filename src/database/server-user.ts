import { chown, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterOwner, type DataDir, dataDirError } from './data-dir.ts'

/** The ids under which the server's programs run; undefined: those of this process. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined

/** `nobody` on most systems. The ids need no account. */
const nobody = { uid: 65_534, gid: 65_534 }

/** PostgreSQL refuses to run as root, so root lends it the ids of the cluster's owner, or of nobody. */
export async function serverUser(dir: DataDir): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return undefined
  const owner = await clusterOwner(dir)
  return owner && owner.uid !== 0 ? owner : nobody
}

/** Hands a cluster that root owns (a restored backup) to the server's user. */
export async function giveCluster(dir: DataDir, user: ServerUser): Promise<void> {
  if (!user || (await clusterOwner(dir))?.uid === user.uid) return
  try {
    await chown(dir.cluster, user.uid, user.gid)
    for (const entry of await readdir(dir.cluster, { recursive: true })) {
      await chown(join(dir.cluster, entry), user.uid, user.gid)
    }
  } catch (error) {
    throw dataDirError(dir, error)
  }
}
