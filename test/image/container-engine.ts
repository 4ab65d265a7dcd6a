import { run } from '../package/installed-project.ts'
import { findProgram } from '../support/programs.ts'

/** The programs that build an image and run it, in the order in which they are tried. */
export const engineNames = ['docker', 'podman'] as const
export type EngineName = (typeof engineNames)[number]

/**
 * The first of them that answers; `null`: none does. Docker may be installed without a server. Podman is set up by its own files and
 * variables, such as CONTAINERS_CONF and CONTAINERS_STORAGE_CONF.
 */
export async function findEngine(): Promise<EngineName | null> {
  for (const name of engineNames) {
    if (findProgram(name) === null) continue
    const answer = await run(process.cwd(), [name, 'info']).catch(() => null)
    if (answer !== null) return name
  }
  return null
}

export interface BuildOptions {
  /** The folder with the Dockerfile. */
  readonly context: string
  readonly image: string
  readonly args?: Readonly<Record<string, string>>
  /** Id of each secret → its file. */
  readonly secrets?: Readonly<Record<string, string>>
}

/** Builds an image. @throws an Error with the output where the build fails */
export async function buildImage(
  engine: EngineName,
  { context, image, args = {}, secrets = {} }: BuildOptions,
): Promise<string> {
  // The format of OCI, which is the default of podman, has no health check.
  const format = engine === 'podman' ? ['--format', 'docker'] : []
  const flags = [
    ...Object.entries(args).flatMap(([name, value]) => ['--build-arg', `${name}=${value}`]),
    ...Object.entries(secrets).flatMap(([id, file]) => ['--secret', `id=${id},src=${file}`]),
  ]
  return run(context, [engine, 'build', ...format, ...flags, '--tag', image, '.'])
}
