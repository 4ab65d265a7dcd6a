import type { DataDir } from './data-dir.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { runProgram } from './server-program.ts'
import { findPrograms } from './start-server.ts'

/**
 * Begins a fast shutdown: open transactions are rolled back, committed data is on the disk. `knownPid` is the process id of a server with
 * an open connection, which works also where its folder was deleted under it.
 */
export async function stopServer(dir: DataDir, knownPid?: number): Promise<void> {
  const pid = knownPid ?? (await readPostmasterFile(dir))?.pid
  if (pid === undefined) return
  // Windows has no signals; elsewhere one needs neither the programs nor another user.
  if (process.platform === 'win32')
    await runProgram(await findPrograms(dir), 'pg_ctl', ['stop', '--mode=fast'])
  else process.kill(pid, 'SIGINT')
}
