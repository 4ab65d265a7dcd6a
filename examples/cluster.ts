/**
 * Two API processes and three workers on this machine, as `examples/compose` has them in containers:
 *
 *     npm run cluster
 *     npm run cluster -- --apis 2 --workers 3 --first-port 4001
 *
 * They share the PostgreSQL of DATABASE_URL, or a private one in RUNGRAPH_DATA_DIR, and all other settings. One that ends by itself
 * is started again. SIGHUP puts new processes in the place of all, one after the other and the workers first; SIGTERM or Ctrl-C
 * drains and ends them, and a second one ends them at once. Where npm is gone, so that no signal comes any more, they are drained and
 * ended too.
 */

import { watchNpm } from '../src/cli/server/npm-parent.ts'
import { messageOf } from '../src/domain/errors.ts'
import { type ClusterOptions, readOptions, usage } from './cluster/options.ts'
import { openPlace, type Place, type PlaceOptions } from './cluster/place.ts'

const { apis, workers, firstPort } = optionsOrEnd()
const print = (line: string) => void process.stdout.write(`${line}\n`)
const say = (line: string) => print(`cluster  | ${line}`)

const apiPlaces = numbered(apis, api).map(openPlace)
const workerPlaces = numbered(workers, worker).map(openPlace)
const places: readonly Place[] = [...apiPlaces, ...workerPlaces]
let isEnding = false
let changing: Promise<void> = begin()

process.on('SIGHUP', () => {
  // One after the other, also where it is asked for twice.
  changing = changing.then(restartAll)
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(0))
watchNpm(() => {
  if (!isEnding) void end(0)
})

function optionsOrEnd(): ClusterOptions {
  try {
    const options = readOptions(process.argv.slice(2))
    if (options) return options
    console.log(usage)
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${usage}`)
    process.exit(1)
  }
  process.exit(0)
}

function numbered(count: number, make: (number: number) => PlaceOptions): readonly PlaceOptions[] {
  return Array.from({ length: count }, (_, index) => make(index + 1))
}

/** Its port is what callers know: the next one can listen on it when the one before is gone. */
function api(number: number): PlaceOptions {
  const env = { RUNGRAPH_ROLE: 'api', PORT: String(firstPort + number - 1) }
  return { name: `api-${number}`, command: 'start', env, change: 'drain first', print, say }
}

/** Nobody calls it, so a new one can be there before the old one goes. */
function worker(number: number): PlaceOptions {
  const env = { RUNGRAPH_HEALTH_PORT: '0' }
  return { name: `worker-${number}`, command: 'worker', env, change: 'start first', print, say }
}

/** All at once: on an empty database one of them prepares it, and the others wait. */
async function begin(): Promise<void> {
  try {
    await Promise.all(places.map(({ ready }) => ready))
    say(`is up: ${places.map(({ name, pid }) => `${name} ${pid}`).join(', ')}.`)
  } catch (error) {
    if (isEnding) return
    say(messageOf(error))
    await end(1)
  }
}

/**
 * Workers first: an API of a new version may offer what only a worker of that version can execute. A process that does not get
 * ready keeps the others from being restarted: what is wrong with it is wrong with all.
 */
async function restartAll(): Promise<void> {
  try {
    for (const place of [...workerPlaces, ...apiPlaces]) await place.restart()
    say('is restarted.')
  } catch (error) {
    if (!isEnding) say(`The rest stays as it is: ${messageOf(error)}`)
  }
}

async function end(code: number): Promise<never> {
  isEnding = true
  const ends = (await Promise.all(places.map((place) => place.close()))).flat()
  process.exit(ends.every((how) => how === 'code 0') ? code : 1)
}
