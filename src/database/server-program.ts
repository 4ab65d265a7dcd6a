import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { missing, type PostgresBinaries, type PostgresProgram, programPath } from './postgres-binaries.ts'
import type { ServerUser } from './server-user.ts'

/** Parameters for running PostgreSQL's programs on one cluster. */
export interface ServerPrograms {
  readonly binaries: PostgresBinaries
  readonly user: ServerUser
  /** The data folder of PostgreSQL that they work on; also their working folder. */
  readonly cluster: string
}

export interface ProgramResult {
  readonly exitCode: number | null
  readonly output: string
}

/**
 * Starts one of PostgreSQL's programs, free of this process's environment and terminal.
 * @throws DATABASE_BINARIES_MISSING when the system cannot run it
 */
export async function spawnProgram(
  programs: ServerPrograms,
  program: PostgresProgram,
  args: readonly string[],
  stdio: StdioOptions,
): Promise<ChildProcess> {
  const path = programPath(programs.binaries, program)
  const child = spawn(path, args, {
    cwd: programs.cluster,
    detached: true,
    windowsHide: true,
    env: programEnvironment(programs),
    stdio,
    ...programs.user,
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw cannotRun(path, programs.user, error)
  }
  return child
}

/** Runs one of PostgreSQL's programs to its end. */
export async function runProgram(
  programs: ServerPrograms,
  program: PostgresProgram,
  args: readonly string[],
  input = '',
): Promise<ProgramResult> {
  const child = await spawnProgram(programs, program, args, ['pipe', 'pipe', 'pipe'])
  child.stdin?.on('error', () => {}) // A program that ends before it reads says why in its output.
  child.stdin?.end(input)
  const [output, errors] = await Promise.all([
    child.stdout ? text(child.stdout) : '',
    child.stderr ? text(child.stderr) : '',
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined,
  ])
  return { exitCode: child.exitCode, output: `${output}\n${errors}` }
}

/**
 * Path of the cluster for root under Linux. The link is followed without permission to enter the folders above it, which the server's user
 * may lack (a project under /root).
 */
export const workingFolder = '/proc/self/cwd'

function clusterPath(programs: ServerPrograms): string {
  return programs.user && process.platform === 'linux' ? workingFolder : programs.cluster
}

/** `PG*` variables would redirect the programs, and another language would hide their messages from us. */
function programEnvironment(programs: ServerPrograms): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PG|LC_|LANG|NODE_)/.test(name))
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC', PGDATA: clusterPath(programs) }
}

function cannotRun(path: string, user: ServerUser, error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (user && (code === 'EPERM' || code === 'EINVAL')) {
    return missing(
      `it refuses to run as root, and this system does not let root start a program as user ${user.uid}. Start Rungraph as another user.`,
      error,
    )
  }
  const reason =
    process.platform === 'linux' && code === 'ENOENT'
      ? `${path} cannot be run. It needs the GNU C library, which Alpine and others lack.`
      : `${path} cannot be run (${code}).`
  return missing(reason, error)
}
