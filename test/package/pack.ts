import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { root } from '../checks/run-command.ts'
import { install, makeProject, run } from './installed-project.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder that all tests share: below it are the tarball, and a project that it is installed in. */
    readonly scratch: string
    readonly tarball: string
    readonly project: string
  }
}

/** Packs the package once for all test files, and installs it into an empty project. */
export default async function pack({ provide }: TestProject): Promise<() => Promise<void>> {
  const scratch = await mkdtemp(join(tmpdir(), 'rungraph-package-'))
  // `prepack` builds.
  await run(root, ['npm', 'pack', '--pack-destination', scratch])
  const tarball = join(scratch, (await readdir(scratch)).find((name) => name.endsWith('.tgz')) ?? '')
  const project = join(scratch, 'shop')
  await makeProject(project)
  await run(project, [...install, tarball])
  provide('scratch', scratch)
  provide('tarball', tarball)
  provide('project', project)
  return () => rm(scratch, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
