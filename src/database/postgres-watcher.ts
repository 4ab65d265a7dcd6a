import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { type DataDir, dataDirAt } from './data-dir.ts'
import { isAlive, isPostmasterAlive, readPostmasterFile } from './postmaster-file.ts'
import {
  becomeWatcher,
  closeEntrance,
  countUsers,
  openSession,
  type ServerSession,
} from './server-session.ts'
import { stopServer } from './start-server.ts'

/*
 * The program that stops the private PostgreSQL when its last user has left, or was killed.
 * Run as `node postgres-watcher.ts <data folder> <starter's pid>`, detached; one stays per server, others end at once.
 */

const checkEveryMs = 500
/** So long may the server be without users: the next command of a script need not start it anew. */
const graceMs = 1500
const waitForServerMs = 15_000

async function watchServer(dir: DataDir, starterPid: number): Promise<void> {
  for (;;) {
    const session = await sessionOnceReady(dir, starterPid)
    if (!session) return
    const end = await watch(session, starterPid).catch((): 'lost' => 'lost')
    if (end === 'unused') await stopWith(dir, session)
    await session.client.end().catch(() => {})
    // 'lost': the server closed the connection. When it comes back, so does its watcher.
    if (end !== 'lost') return
  }
}

async function sessionOnceReady(dir: DataDir, starterPid: number): Promise<ServerSession | undefined> {
  const givesUpAt = Date.now() + waitForServerMs
  for (;;) {
    const session = await openSession(dir)
    if (session) return session
    // A server that is there and not ready recovers, for as long as it takes.
    const file = await readPostmasterFile(dir)
    const isThere = file !== undefined && (await isPostmasterAlive(file))
    const isComing = isThere || (isAlive(starterPid) && Date.now() < givesUpAt)
    if (!isComing) return undefined
    await delay(50)
  }
}

async function watch(session: ServerSession, starterPid: number): Promise<'watchedByAnother' | 'unused'> {
  if (!(await becomeWatcher(session))) return 'watchedByAnother'
  const beganAt = Date.now()
  let usedAt = beganAt
  let isExpected = true
  for (;;) {
    const isTold = await nextCheck(session)
    const isUsed = (await countUsers(session)) > 0
    // Its starter enters as soon as it has time to: on a busy machine it may take long to see that the server is there.
    isExpected &&= !isUsed && !isTold && isAlive(starterPid) && Date.now() - beganAt < waitForServerMs
    if (isUsed || isExpected) usedAt = Date.now()
    else if ((isTold || Date.now() - usedAt >= graceMs) && (await closeEntrance(session))) return 'unused'
  }
}

/** The watcher's connection holds the entrance lock until the server closes the connection. */
async function stopWith(dir: DataDir, { client, pid }: ServerSession): Promise<void> {
  const closed = once(client, 'end').catch(() => {})
  await stopServer(dir, pid)
  await closed
}

/** Resolves to true when a user announced that it leaves, to false when it is time to check. */
async function nextCheck({ client }: ServerSession): Promise<boolean> {
  const waiting = new AbortController()
  const { signal } = waiting
  try {
    return await Promise.race([
      once(client, 'notification', { signal }).then(() => true),
      delay(checkEveryMs, false, { signal }),
    ])
  } finally {
    waiting.abort()
  }
}

// A terminal's hang-up or a service manager's signal to the whole group must not end it before the users.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
await watchServer(dataDirAt(process.argv[2] ?? ''), Number(process.argv[3]))
