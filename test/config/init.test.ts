import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readVersion } from '../../src/app/version.ts'
import { packageName } from '../../src/cli/init/copy-starter.ts'
import { packageManager } from '../../src/cli/init/run-init.ts'
import { settings } from '../../src/settings/settings.ts'
import { callCommand } from '../support/command-line.ts'

const folder = await mkdtemp(join(tmpdir(), 'rungraph init '))
afterAll(() => rm(folder, { recursive: true }))

describe('CLI-4 a new project', () => {
  it('has everything, under its own name, and prints the next steps', async () => {
    const { output } = await callCommand(['init', 'My Shop', '--no-install'], { folder })
    expect(output).toContain("\n  cd 'My Shop'\n  npm install\n  npm start\n")
    const project = join(folder, 'My Shop')
    expect((await readdir(project)).toSorted()).toEqual(
      [
        ...[
          '.dockerignore',
          '.env',
          '.env.example',
          '.gitignore',
          'Dockerfile',
          'README.md',
          'agents',
          'compose.yaml',
        ],
        ...['package.json', 'page', 'test', 'tools', 'tsconfig.json', 'vite.config.ts'],
      ].toSorted(),
    )
    const read = (name: string) => readFile(join(project, name), 'utf8')
    expect(JSON.parse(await read('package.json'))).toMatchObject({
      name: 'my-shop',
      scripts: { start: 'rungraph', dev: 'rungraph start --watch' },
      dependencies: { rungraph: `^${readVersion()}` },
    })
    expect(await read('README.md')).toMatch(/^# my-shop\n/)
    expect(await read('.gitignore')).toMatch(/^\.env$/m)
    // Keys are there to be filled in, and commented.
    expect(await read('.env')).toMatch(/^#ANTHROPIC_API_KEY=$/m)
    const compose = parse(await read('compose.yaml'))
    expect(Object.keys(compose.services)).toEqual(['app', 'postgres'])
  })

  it('has only settings that exist', async () => {
    const template = join(import.meta.dirname, '../../examples/starter')
    const env = await readFile(join(template, '_env'), 'utf8')
    const names = [...env.matchAll(/^#?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(5)
    const known = settings.map(({ name }) => name)
    expect(names.filter((name) => !known.includes(name ?? ''))).toEqual([])
  })

  it('overwrites nothing', async () => {
    await mkdir(join(folder, 'full'))
    await writeFile(join(folder, 'full/notes.txt'), 'mine')
    await expect(callCommand(['init', 'full', '--no-install'], { folder })).rejects.toMatchObject({
      code: 'FOLDER_NOT_EMPTY',
      message: `${join(folder, 'full')} is not empty, and nothing in it is overwritten. Name a new folder, or empty this one.`,
    })
    expect(await readdir(join(folder, 'full'))).toEqual(['notes.txt'])
    await expect(callCommand(['init', 'full/notes.txt/x', '--no-install'], { folder })).rejects.toMatchObject(
      {
        code: 'ARGUMENTS_INVALID',
      },
    )
  })

  it('keeps the project where its dependencies cannot be installed, and says how to go on', async () => {
    // Whether there is this program or not: it finds no such file.
    const env = { npm_config_user_agent: 'bun/1.3.0' }
    await expect(
      callCommand(['init', 'lonely', '--rungraph', './no-such-package.tgz'], { folder, env }),
    ).rejects.toMatchObject({
      code: 'INSTALL_FAILED',
      message: expect.stringMatching(/--rungraph <version or path>.*Run there: bun install$/),
    })
    const manifest = JSON.parse(await readFile(join(folder, 'lonely/package.json'), 'utf8'))
    expect(manifest.dependencies.rungraph).toBe(join(folder, 'no-such-package.tgz'))
  })

  it.each([
    ['npm/11.0.0 node/v24', 'npm'],
    ['pnpm/10.1.0 npm/? node/v24', 'pnpm'],
    ['', 'npm'],
    ['curl/8', 'npm'],
  ])('is installed by what started it: %s', (agent, manager) => {
    expect(packageManager(agent)).toBe(manager)
  })

  it.each([
    ['My Shop', 'my-shop'],
    ['.hidden', 'hidden'],
    ['東京', 'my-agents'],
    ['rungraph', 'my-agents'],
  ])('in the folder %s is named %s', (name, expected) => {
    expect(packageName(name)).toBe(expected)
  })
})
