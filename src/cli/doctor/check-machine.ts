import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { checkPorts } from '../../app/listeners.ts'
import { isRungraphError } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'
import { broken, type DoctorFinding, type Findings, ok, warning } from './finding.ts'

/** A private PostgreSQL takes some 60 MB when it is empty; below this, a day of runs may fill the disk. */
const leastFreeBytes = 1024 ** 3

/** The version of Node.js, which `package.json` of Rungraph requires (\`engines\`). */
export async function checkNode(): Promise<Findings> {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const isNewEnough = major >= 24 || (major === 22 && minor >= 19)
  const text = `Node.js ${node} on ${process.platform}-${process.arch}`
  return [isNewEnough ? ok('node', text) : broken('node', text, 'Install Node.js 24, or 22.19 and later.')]
}

/** The ports that a start would listen on. */
export async function checkListening(config: Config): Promise<Findings> {
  const { host, port, healthPort, role } = config
  const ports = [...(role === 'worker' ? [] : [port]), ...(healthPort === null ? [] : [healthPort])]
  if (ports.length === 0) return [ok('ports', 'The process listens on no port.')]
  try {
    await checkPorts(config)
    return [ok('ports', `${host}:${ports.join(' and ')} free`)]
  } catch (error) {
    const isServed = await answersHealth(config)
    if (isServed) return [ok('ports', `${host}:${port}: a Rungraph answers there`)]
    if (!isRungraphError(error)) throw error
    return [warning('ports', error.message.replace(/\. .*$/s, '.'), error.message.replace(/^.*?\. /s, ''))]
  }
}

async function answersHealth({ host, port }: Config): Promise<boolean> {
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}/health/live`
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await response?.body?.cancel()
  return response?.status === 200
}

/** Free space where the private database is, or would be. */
export async function checkDisk({ database }: Config): Promise<Findings> {
  if (!('dataDir' in database)) return []
  const { bavail, bsize, folder } = await freeAbove(resolve(database.dataDir))
  const free = bavail * bsize
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free at ${folder}`
  return [
    free >= leastFreeBytes
      ? ok('disk', text)
      : warning('disk', text, 'Free some space, or set RUNGRAPH_DATA_DIR to a larger disk.'),
  ]
}

/** Of the folder, or of the nearest one above it that exists. */
async function freeAbove(folder: string): Promise<{ bavail: number; bsize: number; folder: string }> {
  const found = await statfs(folder).catch(() => null)
  if (found) return { bavail: found.bavail, bsize: found.bsize, folder }
  if (dirname(folder) === folder) throw new Error(`The free space at ${folder} cannot be read.`)
  return freeAbove(dirname(folder))
}

/** Leases, expiries and times of events are by the clock of the database; ids and spans are by that of this machine. */
export function clockFinding(aheadMs: number): DoctorFinding {
  const apart = Math.abs(aheadMs)
  if (apart < clockTolerance) return ok('clock', 'The clocks of this machine and of the database agree.')
  const text = `The clock of the database is ${(apart / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's.`
  return warning(
    'clock',
    text,
    'Synchronise the clocks of both machines (NTP): ids and spans have other times than events.',
  )
}

/** In milliseconds. */
const clockTolerance = 2_000
