import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from '../checks/run-command.ts'
import type { Done, Extent, Place, Request } from './contender.ts'

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

/** Resolves when the contender is ready to be measured; rejects with the reason where it cannot be opened. */
export async function startContender(file: string, place: Place): Promise<ContenderProcess> {
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
  const answer = async (): Promise<Message> => {
    const message: Message = await nextMessage(child, () => printed)
    if (message.error !== undefined) throw new Error(message.error)
    return message
  }
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (child.connected) child.disconnect()
    await ended
  }
  try {
    const { request = null } = await answer()
    const measure = async (extent: Extent) => {
      child.send(extent)
      const { done } = await answer()
      if (!done) throw new Error(`${file} measures nothing.`)
      return done
    }
    return { pid: child.pid ?? 0, request, measure, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function nextMessage(child: ChildProcess, printed: () => string): Promise<Message> {
  const listening = new AbortController()
  const { signal } = listening
  try {
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error(`Its process ended. It printed:\n${printed()}`)
    })
    const [message] = await Promise.race([once(child, 'message', { signal }), ended])
    return message
  } finally {
    listening.abort()
  }
}
