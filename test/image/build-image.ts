import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { root } from '../checks/run-command.ts'
import { run } from '../package/installed-project.ts'
import { baseImage } from './base-image.ts'
import { buildImage, type EngineName, engineNames, findEngine } from './container-engine.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The image that was built; or why there is none. */
    readonly built: BuiltImage
  }
}

export type BuiltImage =
  | { readonly engine: EngineName; readonly image: string }
  | { readonly missing: string }

const image = 'rungraph-test'

/** Packs the package, and builds the image of examples/compose with it, once for all tests. */
export default async function build({ provide }: TestProject): Promise<() => Promise<void>> {
  const scratch = await mkdtemp(join(tmpdir(), 'rungraph-image-'))
  const close = () => rm(scratch, { recursive: true, force: true })
  try {
    const asked = process.env.RUNGRAPH_TEST_BASE_IMAGE ?? ''
    const built = await buildIn(scratch, asked)
    if ('missing' in built) {
      // A base that is named means that nothing may be skipped.
      if (asked !== '') throw new Error(built.missing)
      console.log(`Skipped, no image is built: ${built.missing}.`)
    }
    provide('built', built)
    return async () => {
      if ('engine' in built) await run(root, [built.engine, 'image', 'rm', built.image])
      await close()
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function buildIn(scratch: string, asked: string): Promise<BuiltImage> {
  const engine = await findEngine()
  if (engine === null) return { missing: `neither ${engineNames.join(' nor ')} answers` }
  const base = await baseImage(engine, asked, scratch)
  if ('missing' in base) return base
  const context = join(scratch, 'context')
  await cp(join(root, 'examples/compose'), context, { recursive: true })
  await run(root, ['npm', 'pack', '--pack-destination', context])
  const npmrc = join(scratch, 'npmrc')
  await writeFile(npmrc, await registrySettings())
  const startedAt = performance.now()
  await buildImage(engine, { context, image, args: { NODE_IMAGE: base.image }, secrets: { npmrc } })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${engine} built the image from ${base.image} in ${seconds} s.`)
  return { engine, image }
}

/** With these npm in the image reaches the registry of the npm that runs this: its address, and the certificates that it trusts. */
async function registrySettings(): Promise<string> {
  const setting = async (name: string) =>
    (await run(root, ['npm', 'config', 'get', name, '--loglevel=silent'])).trim()
  const cafile = await setting('cafile')
  const file = cafile === 'null' ? process.env.NODE_EXTRA_CA_CERTS : cafile
  const trusted = file === undefined ? '' : await readFile(file, 'utf8')
  const certificates = trusted.match(/^-----BEGIN CERTIFICATE-----.*?^-----END CERTIFICATE-----/gms) ?? []
  return [
    `registry=${await setting('registry')}`,
    // A registry that is not reached is to be told soon.
    'fetch-retries=1',
    ...certificates.map((certificate) => `ca[]=${JSON.stringify(certificate)}`),
    '',
  ].join('\n')
}
