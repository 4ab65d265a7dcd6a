import { copyFile, cp, link, mkdir, realpath, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { run } from '../package/installed-project.ts'
import { buildImage, type EngineName } from './container-engine.ts'

/** The image that the Dockerfile begins with by itself. */
export const defaultBase = 'node:24-bookworm-slim'

/** An image with Node, npm and the user `node`, which the engine has; or why there is none. */
export type BaseImage = { readonly image: string } | { readonly missing: string }

/**
 * The image that the Dockerfile begins with. `asked` is RUNGRAPH_TEST_BASE_IMAGE: the name of an image, or the archive of a root file
 * system, for a machine that reaches no registry of images.
 *
 * @param scratch a folder that is removed afterwards
 * @throws an Error where `asked` names something that cannot be used
 */
export async function baseImage(engine: EngineName, asked: string, scratch: string): Promise<BaseImage> {
  const archive = asked === '' ? null : await archiveAt(resolve(process.env.INIT_CWD ?? '.', asked))
  if (archive !== null) return { image: await imageOf(engine, archive, join(scratch, 'base')) }
  const image = asked || defaultBase
  if (await isHere(engine, image)) return { image }
  try {
    await run(scratch, [engine, 'pull', image])
    return { image }
  } catch (error) {
    if (asked !== '') throw error
    return { missing: `${engine} cannot pull ${image}: RUNGRAPH_TEST_BASE_IMAGE names another base` }
  }
}

async function archiveAt(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? path : null
}

async function isHere(engine: EngineName, image: string): Promise<boolean> {
  return run(process.cwd(), [engine, 'image', 'inspect', image]).then(
    () => true,
    () => false,
  )
}

/** Puts Node and npm, those that run this, and the user `node` into a root file system of Debian, as the image of Node has them. */
async function imageOf(engine: EngineName, archive: string, context: string): Promise<string> {
  const image = 'rungraph-test-base'
  const npm = process.env.npm_execpath
  if (npm === undefined) throw new Error('Run this by npm, which is put into the image: npm run test:image.')
  await mkdir(context)
  await link(archive, join(context, 'base.tar')).catch(() => copyFile(archive, join(context, 'base.tar')))
  await copyFile(process.execPath, join(context, 'node'))
  await cp(join(dirname(await realpath(npm)), '..'), join(context, 'npm'), { recursive: true })
  await writeFile(join(context, 'Dockerfile'), dockerfile)
  await buildImage(engine, { context, image })
  return image
}

const dockerfile = `FROM scratch
ADD base.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
`
