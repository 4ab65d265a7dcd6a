import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { compileCache } from '../checks/run-command.ts'
import type { Done, Extent, Place, Request } from './contender.ts'
import { untilAborted } from './interruption.ts'
import { signalTree } from './processes.ts'

/** A contender in a process of its own: what one does to its heap and its compiler, another does not feel. */
export interface ContenderProcess {
  readonly pid: number
  /** Where it is to be asked; `null` for one that measures itself. */
  readonly request: Request | null
  measure(extent: Extent): Promise<Done>
  close(): Promise<void>
}

interface Message {
  readonly request?: Request | null
  readonly done?: Done
  readonly error?: string
}

/** How long a contender may take to open, or to end a measurement beyond its time. */
const patienceMs = 120_000
const closeWithinMs = 10_000

/** Resolves when the contender is ready to be measured; rejects with the reason where it cannot be opened, or when `signal` aborts before. */
export async function startContender(
  file: string,
  place: Place,
  signal: AbortSignal,
): Promise<ContenderProcess> {
  const args = [join(import.meta.dirname, 'contender-child.ts'), join(import.meta.dirname, file)]
  const child = spawn(process.execPath, [...args, JSON.stringify(place)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...process.env, ...compileCache, NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      printed = `${printed}${chunk}`.slice(-2_000)
    })
  const answer = async (ms = 0): Promise<Message> => {
    const message: Message = await nextMessage(child, { withinMs: patienceMs + ms, printed: () => printed })
    if (message.error !== undefined) throw new Error(message.error)
    return message
  }
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (child.connected) child.disconnect()
    const timer = setTimeout(() => void kill(child), closeWithinMs)
    await ended
    clearTimeout(timer)
  }
  try {
    const { request = null } = await untilAborted(signal, answer())
    const measure = async (extent: Extent) => {
      child.send(extent)
      const { done } = await answer(extent.ms)
      if (!done) throw new Error(`${file} measures nothing.`)
      return done
    }
    return { pid: child.pid ?? 0, request, measure, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** With the servers that it has started. */
async function kill(child: ChildProcess): Promise<void> {
  if (child.pid !== undefined) await signalTree(child.pid, 'SIGKILL')
  child.kill('SIGKILL')
}

async function nextMessage(
  child: ChildProcess,
  { withinMs, printed }: { readonly withinMs: number; readonly printed: () => string },
): Promise<Message> {
  const listening = new AbortController()
  const { signal } = listening
  const fail = (words: string) => {
    throw new Error(`${words} It printed:\n${printed()}`)
  }
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => fail('Its process ended.')),
      delay(withinMs, undefined, { signal }).then(() => fail(`It said nothing for ${withinMs} ms.`)),
    ])
    return message
  } finally {
    listening.abort()
  }
}
