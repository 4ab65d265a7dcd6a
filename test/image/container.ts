import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { z } from 'zod'
import { run } from '../package/installed-project.ts'
import type { EngineName } from './container-engine.ts'

export interface ContainerOptions {
  readonly engine: EngineName
  readonly image: string
  /** A volume of the engine, for /data. */
  readonly volume: string
  readonly env: Readonly<Record<string, string>>
}

export interface Container {
  /** Its port 4000, as the machine reaches it: `http://127.0.0.1:49153`. */
  readonly url: string
  /** All that it printed so far. */
  readonly printed: () => string
  /** Runs a command in it, with the rights of the image's user. */
  exec(command: readonly string[]): Promise<{ readonly code: number; readonly output: string }>
  /** Paths that differ from the image; mount points count. */
  changes(): Promise<readonly string[]>
  /** Sends SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null>
  /** Removes it, wherever it stands. */
  remove(): Promise<void>
}

/** Rights of the container, as compose.yaml has them: it can write to nothing but its volume and /tmp. */
const confinement = [
  '--read-only',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--tmpfs=/tmp',
  '--publish=127.0.0.1::4000',
]

/** Starts the image as compose.yaml does. Resolves when it says that it is ready; rejects with what it printed where it ends before. */
export async function startContainer({ engine, image, volume, env }: ContainerOptions): Promise<Container> {
  const name = `rungraph-test-${randomUUID().slice(0, 8)}`
  const settings = Object.entries(env).map(([key, value]) => `--env=${key}=${value}`)
  const child = spawn(
    engine,
    ['run', `--name=${name}`, ...confinement, `--volume=${volume}:/data`, ...settings, image],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const ended = once(child, 'close').then(([code]) => z.number().nullable().parse(code))
  const { promise: isReady, resolve, reject } = Promise.withResolvers<void>()
  let all = ''
  const hear = (chunk: Buffer) => {
    all += chunk
    // The last line of the greeting.
    if (/^ {2}providers .*\n/m.test(all)) resolve()
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const ask = (command: readonly string[]) => run(process.cwd(), [engine, ...command])
  const remove = async () => {
    await ask(['rm', '--force', name])
  }
  ended.then(
    () => reject(new Error(`The container ended, and said:\n${all}`)),
    (error: unknown) => reject(error),
  )
  const late = setTimeout(
    () => reject(new Error(`The container is not ready after a minute, and said:\n${all}`)),
    60_000,
  )
  try {
    await isReady
    const address = (await ask(['port', name, '4000'])).trim()
    return {
      url: `http://${address}`,
      printed: () => all,
      exec: (command) => execute([engine, 'exec', name, ...command]),
      changes: async () => (await ask(['diff', name])).split('\n').filter((line) => line !== ''),
      terminate: async () => {
        await ask(['kill', '--signal=TERM', name])
        return ended
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  } finally {
    clearTimeout(late)
  }
}

async function execute([program = '', ...args]: readonly string[]): Promise<{
  code: number
  output: string
}> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const hear = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const [code] = await once(child, 'close')
  return { code: z.number().parse(code), output }
}
