import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { z } from 'zod'
import { root } from '../checks/run-command.ts'
import { run } from '../package/installed-project.ts'
import { at, textAt } from '../support/data-at.ts'
import { type Container, startContainer } from './container.ts'

const built = inject('built')
const key = `rg_${randomBytes(32).toString('hex')}`
const volume = `rungraph-test-${randomBytes(4).toString('hex')}`
const healthCheck = z.object({ Test: z.tuple([z.literal('CMD')], z.string()) })
/** Of `image inspect`; podman has the health check beside the configuration. */
const inspection = z.tuple([
  z.object({
    Config: z.looseObject({ Healthcheck: healthCheck.optional() }),
    Healthcheck: healthCheck.optional(),
  }),
])

describe.skipIf('missing' in built)('PKG-7 the image', () => {
  const { engine, image } = 'missing' in built ? { engine: 'docker' as const, image: '' } : built
  let inspected: z.infer<typeof inspection>[0]
  let container: Container
  /** Runs that the second container must have. */
  let completed: string
  let handedOver: string

  const start = (adminKey: string) =>
    startContainer({ engine, image, volume, env: { RUNGRAPH_ADMIN_KEY: adminKey } })

  /** What the server answers to an operation, its status first. */
  async function send(query: string, authorization?: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(new URL('/graphql', container.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
      body: JSON.stringify({ query }),
    })
    return { status: response.status, body: await response.json() }
  }

  async function ask(query: string): Promise<unknown> {
    const { body } = await send(query, `Bearer ${key}`)
    expect(at(body, 'errors')).toBeUndefined()
    return at(body, 'data')
  }

  async function trigger(agent: string): Promise<string> {
    const input = `{ agent: "${agent}", input: "What is 6 * 7?" }`
    return textAt(
      await ask(`mutation { triggerRun(input: ${input}) { ... on Run { id } ... on Error { message } } }`),
      'triggerRun.id',
    )
  }

  async function statusOf(run: string): Promise<string> {
    return textAt(await ask(`{ run(id: "${run}") { status } }`), 'run.status')
  }

  beforeAll(async () => {
    ;[inspected] = inspection.parse(JSON.parse(await run(root, [engine, 'image', 'inspect', image])))
    container = await start(key)
  })
  afterAll(async () => {
    await container?.remove()
    await run(root, [engine, 'volume', 'rm', '--force', volume])
  })

  it('names its user, its port, its volume and its signal', () => {
    expect(inspected.Config).toMatchObject({
      User: 'node',
      ExposedPorts: { '4000/tcp': {} },
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
    })
  })

  it('is healthy when it is ready, and not where nothing listens', async () => {
    const ready = await fetch(new URL('/health/ready', container.url))
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({ status: 'ready' })
    const [, ...check] = (inspected.Config.Healthcheck ?? inspected.Healthcheck)?.Test ?? []
    expect(await container.exec(check)).toEqual({ code: 0, output: '' })
    expect(await container.exec(['env', 'PORT=9', ...check])).toMatchObject({ code: 1 })
  })

  it('refuses who has no key, and shows its console to browsers', async () => {
    expect(await send('{ runs(first: 1) { totalCount } }')).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] },
    })
    const page = await fetch(new URL('/', container.url), { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('<div id="root">')
  })

  it('runs an agent for the holder of RUNGRAPH_ADMIN_KEY', async () => {
    completed = await trigger('demo-tool-loop')
    await expect.poll(() => statusOf(completed)).toBe('COMPLETED')
  })

  it('has a user without rights', async () => {
    const { output } = await container.exec(['cat', '/proc/1/status'])
    expect(output).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m)
    expect(output).toMatch(/^Gid:\t1000\t1000\t1000\t1000$/m)
    expect(output).toMatch(/^CapBnd:\t0+$/m)
    expect(output).toMatch(/^CapEff:\t0+$/m)
    expect(output).toMatch(/^NoNewPrivs:\t1$/m)
  })

  it('writes to its volume and to nothing else', async () => {
    const { output } = await container.exec(['ls', '/data/rungraph'])
    expect(output).not.toBe('')
    for (const folder of ['/', '/rungraph', '/home/node', '/var', '/etc']) {
      const attempt = await container.exec(['touch', join(folder, 'x')])
      expect(attempt).toMatchObject({
        code: 1,
        output: expect.stringMatching(/Read-only file system|Permission denied/),
      })
    }
    // What a container gets from its engine.
    const given = /^[AC] \/(data|tmp|dev|proc|sys|run|etc)(\/|$)/
    expect((await container.changes()).filter((line) => !given.test(line))).toEqual([])
  })

  it('hands its run over at SIGTERM, and ends with 0', async () => {
    handedOver = await trigger('demo-slow')
    await expect.poll(() => statusOf(handedOver)).toBe('RUNNING')
    expect(await container.terminate()).toBe(0)
    expect(container.printed()).toContain('SIGTERM: stopping.')
    expect(container.printed()).toContain('1 run was handed over')
    expect(container.printed()).not.toContain(key)
    await container.remove()
  })

  it('keeps its runs in the volume, and takes the hash of the key in its place', async () => {
    container = await start(`sha256:${createHash('sha256').update(key).digest('hex')}`)
    expect(await statusOf(completed)).toBe('COMPLETED')
    await expect.poll(() => statusOf(handedOver)).toBe('COMPLETED')
    expect(await container.terminate()).toBe(0)
  })
})

describe('the Dockerfile', () => {
  it('PKG-7 begins with an image that the builder may replace', async () => {
    const dockerfile = await readFile(join(root, 'examples/compose/Dockerfile'), 'utf8')
    const images = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, from]) => from)
    expect(images).toEqual(['$NODE_IMAGE', '$NODE_IMAGE'])
  })
})
