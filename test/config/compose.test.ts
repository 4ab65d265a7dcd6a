import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/config.ts'
import { settings } from '../../src/settings.ts'
import { root } from '../checks/run-command.ts'

const folder = join(root, 'examples/compose')
const service = z.looseObject({
  build: z.looseObject({ context: z.string(), dockerfile: z.string() }).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  network_mode: z.string().optional(),
  command: z.array(z.string()).default(['start']),
  ports: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.unknown()).default({}),
  healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
  volumes: z.array(z.string()).default([]),
})
const file = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
})

const { services, volumes } = file.parse(parse(read('compose.yaml'), { merge: true }))
const own = Object.entries(services).filter(([, { build }]) => build !== undefined)

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** What a process of the service is told, with what the operator exports. */
function environmentOf({ environment }: z.infer<typeof service>): Readonly<Record<string, string>> {
  const exported: Readonly<Record<string, string>> = {
    POSTGRES_PASSWORD: 'a-password',
    RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
  }
  const filled = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+)(?::[?-][^}]*)?\}/g, (_, variable: string) => exported[variable] ?? ''),
  ])
  return Object.fromEntries(filled)
}

describe('DUR-3 the compose file', () => {
  it('is made of two APIs, three workers, PostgreSQL, Redis and a balancer', () => {
    expect(Object.keys(services).toSorted()).toEqual(
      ['api-1', 'api-2', 'balancer', 'loopback', 'postgres', 'redis', 'worker'].toSorted(),
    )
    expect(services.worker?.deploy).toEqual({ replicas: 3 })
    expect(own.map(([name]) => name)).toEqual(['api-1', 'api-2', 'worker'])
  })

  it.each(own)('%s has settings that exist, with values that are taken', (_name, part) => {
    const known = settings.map(({ name }) => name)
    expect(Object.keys(part.environment).filter((name) => !known.includes(name))).toEqual([])
    const [command = ''] = part.command
    const role = command === 'worker' ? { RUNGRAPH_ROLE: 'worker' } : {}
    const config = readConfig({ ...environmentOf(part), ...role })
    expect(config).toMatchObject({ notes: [], database: { url: expect.stringContaining('@postgres:5432/') } })
    expect(config.redisUrl).toBe('redis://redis:6379/0')
    expect(config.encryptionKey).toHaveLength(32)
    // Docker kills what has not ended by then.
    expect(Number.parseInt(part.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(config.shutdownGraceMs)
  })

  it('asks each process where it tells whether it is ready', () => {
    for (const [, part] of own) {
      const { role, port, healthPort } = readConfig(environmentOf(part))
      const asked = role === 'api' ? port : healthPort
      expect(part.healthcheck?.test.at(-1)).toContain(`http://127.0.0.1:${asked}/health/ready`)
    }
  })

  it('shows the machine one port, of loopback, and leaves the rule for addresses as it is', () => {
    const open = Object.values(services).flatMap(({ ports }) => ports)
    expect(open).toEqual(['127.0.0.1:4000:4000'])
    for (const [, part] of own) expect(part.environment).not.toHaveProperty('HOST')
    const inOne = ['balancer', 'api-1', 'api-2'].map((name) => services[name]?.network_mode)
    expect(inOne).toEqual(inOne.map(() => 'service:loopback'))
  })

  it('names what there is: services, volumes, files', () => {
    for (const { depends_on, network_mode } of Object.values(services)) {
      const named = [
        ...Object.keys(depends_on),
        ...(network_mode ? [network_mode.replace('service:', '')] : []),
      ]
      expect(named.filter((name) => !(name in services))).toEqual([])
    }
    const mounted = Object.values(services).flatMap((part) =>
      part.volumes.map((one) => one.split(':')[0] ?? ''),
    )
    for (const source of mounted) {
      if (source.startsWith('./')) expect(read(source).length).toBeGreaterThan(0)
      else expect(volumes).toHaveProperty(source)
    }
    for (const [, { build }] of own) {
      expect(join(folder, build?.context ?? '')).toBe(root)
      expect(readFileSync(join(root, build?.dockerfile ?? ''), 'utf8')).toContain('FROM node:24')
    }
  })

  it('balances exactly the APIs, without holding back what they send', () => {
    const nginx = read('nginx.conf')
    const balanced = [...nginx.matchAll(/^\s*server (127\.0\.0\.1:\d+)/gm)].map(([, address]) => address)
    const apis = own.flatMap(([, { environment }]) =>
      environment.PORT ? [`127.0.0.1:${environment.PORT}`] : [],
    )
    expect(balanced).toEqual(apis)
    for (const directive of [
      'listen 4000;',
      'proxy_buffering off;',
      'proxy_http_version 1.1;',
      'proxy_set_header Host $http_host;',
      'proxy_set_header Upgrade $http_upgrade;',
    ])
      expect(nginx).toContain(directive)
    expect(nginx).not.toContain('non_idempotent')
  })

  it('builds an image of what is needed to run, of folders that exist', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(
      ([, from]) => from?.split(' ') ?? [],
    )
    const allowed = read('Dockerfile.dockerignore')
      .match(/^!.+$/gm)
      ?.map((line) => line.slice(1))
    expect(copied).toEqual(['package.json', 'package-lock.json', 'prisma/migrations', 'src'])
    for (const path of copied) expect(allowed).toContain(path.split('/')[0])
  })
})
