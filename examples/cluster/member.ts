import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

const program = join(import.meta.dirname, '../../build/start.ts')
const preflight = join(import.meta.dirname, '../../src/preflight.mjs')
/** How often a process that starts is asked whether it is ready. */
const askEveryMs = 200

export interface MemberOptions {
  /** What its lines begin with. */
  readonly name: string
  readonly command: 'start' | 'worker'
  /** Its settings beside those of the environment. */
  readonly env: Readonly<Record<string, string>>
  readonly print: (line: string) => void
}

/** One process of the cluster. */
export interface Member {
  readonly pid: number
  /** Resolves when it is ready; rejects where it ends before. */
  readonly ready: Promise<void>
  /** Resolves when it has ended, with what it ended by. */
  readonly gone: Promise<string>
  /** Asks it to drain and end; asked again, it ends at once. */
  stop(): Promise<string>
}

/** Starts a process in a group of its own: the Ctrl-C of a terminal is for the cluster, which passes it on. */
export function startMember({ name, command, env, print }: MemberOptions): Member {
  const child = spawn(process.execPath, ['--import', preflight, program, command], {
    // By this a process knows that it belongs to a parent, and ends when that is gone without a word.
    env: { ...process.env, npm_lifecycle_event: 'cluster', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const greeting = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      print(`${name.padEnd(9)}| ${line}`)
      const [, url] = /(https?:\/\/\S+?)\/(?:graphql|health\/ready)$/.exec(line) ?? []
      if (url !== undefined) greeting.resolve(url)
    })
  const gone = endOf(child)
  return {
    pid: child.pid ?? 0,
    ready: Promise.race([untilReady(greeting.promise), failing(gone, name)]),
    gone,
    stop: () => {
      child.kill('SIGTERM')
      return gone
    },
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  await once(child, 'close')
  return child.signalCode ?? `code ${child.exitCode}`
}

async function failing(gone: Promise<string>, name: string): Promise<never> {
  throw new Error(`${name} ended by ${await gone} before it was ready.`)
}

async function untilReady(greeting: Promise<string>): Promise<void> {
  const url = new URL('/health/ready', await greeting)
  for (;;) {
    const isReady = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(askEveryMs)
  }
}
