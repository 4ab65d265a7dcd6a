import { pathToFileURL } from 'node:url'
import type { Extent, OpenContender } from './contender.ts'

/** Started by `startContender`: opens the contender of a file, and measures it on request. */
const [file = '', place = ''] = process.argv.slice(2)
const tell = (message: object) => process.send?.(message)

try {
  const { open }: { open: OpenContender } = await import(pathToFileURL(file).href)
  const contender = await open(JSON.parse(place))
  process.on('message', async (extent: Extent) => {
    try {
      tell({ done: await contender.measure?.(extent) })
    } catch (error) {
      tell({ error: wordsOf(error) })
    }
  })
  process.once('disconnect', async () => {
    // Resources that a contender leaves open end with its process.
    setTimeout(() => process.exit(), 5_000)
    await contender.close().catch(console.error)
    process.exit()
  })
  tell({ request: contender.request ?? null })
} catch (error) {
  // Resources that it had opened by then end with its process.
  process.send?.({ error: wordsOf(error) }, () => process.exit(1))
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
