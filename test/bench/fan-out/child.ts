import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of the benchmark of its own: what it costs is counted apart from the others. */
export interface BenchChild<Requests> {
  /** Has the process answer a request. @throws what it threw */
  ask<Name extends keyof Requests & string>(name: Name, argument: Requests[Name]): Promise<number>
  end(): void
}

interface Answer {
  readonly value?: number
  readonly error?: string
}

/** Starts a file of this folder. One request at a time. */
export function startChild<Requests>(file: string, args: readonly string[] = []): BenchChild<Requests> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child: ChildProcess = fork(path, args, { execArgv: ['--expose-gc', ...profiling(file)] })
  return {
    ask: (name, argument) =>
      new Promise((resolve, reject) => {
        const onExit = () => reject(new Error(`${file} has ended.`))
        child.once('exit', onExit)
        child.once('message', ({ value = 0, error }: Answer) => {
          child.off('exit', onExit)
          if (error === undefined) resolve(value)
          else reject(new Error(error))
        })
        child.send({ name, argument })
      }),
    end: () => void child.disconnect(),
  }
}

/** A profile of each process, in the folder that FAN_OUT_PROFILES names. */
function profiling(file: string): readonly string[] {
  const folder = process.env.FAN_OUT_PROFILES
  const name = `${file.replaceAll(/\W/g, '')}-${process.pid}.cpuprofile`
  return folder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-name=${name}`]
}

interface Asked<Requests> {
  readonly name: keyof Requests
  readonly argument: never
}

/** In a child: answers what it is asked, and ends with who started it. */
export function answerRequests<Requests>(
  handlers: {
    readonly [Name in keyof Requests]: (argument: Requests[Name]) => number | Promise<number>
  },
): void {
  process.on('message', async ({ name, argument }: Asked<Requests>) => {
    try {
      process.send?.({ value: await handlers[name](argument) })
    } catch (error) {
      process.send?.({ error: String(error) })
    }
  })
  process.on('disconnect', () => process.exit())
}
