import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect } from 'vitest'
import { root, rungraph } from '../../checks/run-command.ts'
import type { ThreeAmRow } from '../../checks/three-am.ts'
import { samplesOf } from '../../support/exposition.ts'
import { openProcessFolder, type RungraphProcess } from '../../support/rungraph-process.ts'

/** What breaks takes its time to be noticed: a lease, a lock timeout, the age of a heartbeat; and so does a command on a busy machine. */
const withinMs = 90_000

/** Expects what will be so. */
export function soon<Value>(look: () => Value) {
  return expect.poll(look, { timeout: withinMs, interval: 300 })
}

type Environment = Readonly<Record<string, string>>

/** An installation to break, and the shell of who is woken. */
export interface ThreeAmStage {
  /** Of the processes and of the commands. */
  readonly env: Record<string, string>
  /** A folder for modules of tools and the like. */
  readonly folder: string
  /** The commands look at the first process, or at the one that `lookAt` names. */
  start(command: 'start' | 'worker', env?: Environment): Promise<RungraphProcess>
  lookAt(process: RungraphProcess): void
  /** Runs a command of the page and gives what it printed. */
  sh(command: string, fill?: Environment): Promise<string>
  /** Resolves with what the command of the row prints once it prints what the row says, and metrics and log show it. */
  sees(row: ThreeAmRow): Promise<string>
  /** Resolves once the command prints it no more. */
  healed(row: ThreeAmRow): Promise<void>
  /** Data of a query to the process that is looked at. */
  ask<Data>(query: string): Promise<Data>
  /** Starts a run and gives its id. */
  trigger(agent: string, fields?: string): Promise<string>
  statusOf(run: string): Promise<string>
  close(): Promise<void>
}

export async function openThreeAm(env: Environment): Promise<ThreeAmStage> {
  const processes = await openProcessFolder()
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-three-am-'))
  await chmod(folder, 0o755)
  await writeShim(folder)
  let seen: RungraphProcess | null = null
  const looked = () => {
    if (seen === null) throw new Error('No process was started.')
    return seen
  }

  const stage: ThreeAmStage = {
    env: { ...env },
    folder,
    start: async (command, more = {}) => {
      const started = await processes.start(command, {
        ...stage.env,
        RUNGRAPH_LOG_LEVEL: 'info',
        RUNGRAPH_HEALTH_PORT: '0',
        ...more,
      })
      if (seen === null) stage.lookAt(started)
      return started
    },
    lookAt: (process) => {
      seen = process
      stage.env.HEALTH = new URL(process.healthUrl).origin
      if (process.url !== '') stage.env.API = new URL(process.url).origin
    },
    sh: (command, fill = {}) => runInShell(filled(command, fill), { env: stage.env, folder }),
    sees: async (row) => {
      const pattern = patternOf(row.prints)
      let printed = ''
      const look = async () => {
        printed = await stage.sh(row.command)
        return printed
      }
      await soon(look).toMatch(pattern)
      for (const metric of row.metrics ?? [])
        await soon(async () => `${metric}: ${await holds(metric, stage.env.HEALTH ?? '')}`).toBe(
          `${metric}: true`,
        )
      const { log } = row
      if (log !== undefined) await soon(() => looked().printed()).toContain(log)
      return printed
    },
    healed: async (row) => {
      const look = () => stage.sh(row.command)
      await soon(look).not.toMatch(patternOf(row.prints))
    },
    ask: (query) => looked().ask(query),
    trigger: async (agent, fields = '') => {
      const answer = await looked().ask<{ triggerRun: { id: string } }>(
        `mutation { triggerRun(input: { agent: "${agent}", input: "Hello" ${fields} }) { ... on Run { id } ... on Error { message } } }`,
      )
      return answer.triggerRun.id
    },
    statusOf: async (run) => {
      const answer = await looked().ask<{ run: { status: string } }>(`{ run(id: "${run}") { status } }`)
      return answer.run.status
    },
    close: async () => {
      await processes.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return stage
}

/** `npx rungraph` of the commands is the program that is tested. */
async function writeShim(folder: string): Promise<void> {
  const words = [process.execPath, ...rungraph].map((word) => `'${word}'`).join(' ')
  await writeFile(join(folder, 'npx'), `#!/bin/sh\nshift\nexec ${words} "$@"\n`, { mode: 0o755 })
}

/** Both outputs, in order: a command that fails says so in what it prints. */
async function runInShell(
  command: string,
  { env, folder }: { env: Environment; folder: string },
): Promise<string> {
  const script = `. ${join(root, 'examples/monitoring/three-am.sh')}\n${command}`
  const child = spawn('bash', ['-c', script], {
    cwd: folder,
    env: { HOME: folder, PORT: '0', ...env, PATH: `${folder}${delimiter}${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  await once(child, 'close')
  return Buffer.concat(chunks).toString()
}

/** Puts values in place of the words in capitals. */
function filled(command: string, fill: Environment): string {
  return Object.entries(fill).reduce(
    (text, [word, value]) => text.replaceAll(new RegExp(`\\b${word}\\b`, 'g'), value),
    command,
  )
}

/** `…` is any text, a lone `N` the same number everywhere. */
function patternOf(prints: string): RegExp {
  let isKnown = false
  const number = () => {
    if (isKnown) return '\\k<n>\\b'
    isKnown = true
    return '(?<n>\\d+)'
  }
  const parts = prints
    .split('…')
    .map((part) => part.split(/\bN\b/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .map((pieces) => pieces.reduce((text, piece) => `${text}${number()}${piece}`))
  return new RegExp(parts.join('.*?'), 's')
}

/** Whether an expression of a row holds for the metrics of a process: `name{label="value"} > 0`, over all series that have these labels. */
async function holds(expression: string, origin: string): Promise<boolean> {
  const response = await fetch(`${origin}/metrics`).catch(() => null)
  if (response === null) return false
  const samples = samplesOf(await response.text())
  const [, left = '', relation, right = ''] = /^(\S+) (==|>=|>) (\S+)$/.exec(expression) ?? []
  const [a, b] = [sumOf(left, samples), /^\d/.test(right) ? Number(right) : sumOf(right, samples)]
  switch (relation) {
    case '==':
      return a === b
    case '>=':
      return a >= b
    case '>':
      return a > b
    default:
      throw new Error(`No comparison of metrics: ${expression}`)
  }
}

function sumOf(series: string, samples: ReadonlyMap<string, number>): number {
  const [name = '', labels = ''] = series.split(/[{}]/)
  const wanted = labels.split(',').filter((label) => label !== '')
  const values = [...samples]
    .filter(([sample]) => sample.split('{')[0] === name && wanted.every((label) => sample.includes(label)))
    .map(([, value]) => value)
  return values.length === 0 ? Number.NaN : values.reduce((sum, value) => sum + value)
}
