import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { root } from '../checks/run-command.ts'
import { findProgram } from '../support/programs.ts'

const program = findProgram('helm')
const chart = join(root, 'examples/helm')
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({}),
})
type Manifest = z.infer<typeof manifest>

/** What Helm prints. @throws with its message where it refuses */
async function helm(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program ?? '', args)
  return stdout
}

/** The objects of a chart, by kind and name. */
async function render(...settings: readonly string[]): Promise<ReadonlyMap<string, Manifest>> {
  const flags = settings.flatMap((setting) => ['--set', setting])
  return objectsOf(await helm('template', 'rungraph', chart, ...flags))
}

function objectsOf(yaml: string): ReadonlyMap<string, Manifest> {
  const objects = parseAllDocuments(yaml).flatMap((one) => {
    expect(one.errors).toEqual([])
    const object: unknown = one.toJS()
    return object === null ? [] : [manifest.parse(object)]
  })
  return new Map(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]))
}

describe.skipIf(program === null)('the chart of Helm', () => {
  it('passes helm lint', async () => {
    expect(await helm('lint', '--strict', chart)).toContain('0 chart(s) failed')
  })

  it('makes examples/kubernetes/rungraph.yaml with its defaults', async () => {
    const written = readFileSync(join(root, 'examples/kubernetes/rungraph.yaml'), 'utf8')
    expect(await render()).toEqual(objectsOf(written))
  })

  it('adds what its options ask for', async () => {
    const plain = await render()
    const objects = await render(
      'ingress.enabled=true',
      'ingress.host=rungraph.test',
      'api.autoscaling.enabled=true',
      'worker.autoscaling.enabled=true',
      'serviceMonitor.enabled=true',
      'networkPolicy.enabled=true',
      'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name=monitoring',
      'settings.RUNGRAPH_RETENTION_RUNS_DAYS=90',
    )
    const added = [...objects.keys()].filter((name) => !plain.has(name))
    expect(added.toSorted()).toEqual([
      'HorizontalPodAutoscaler rungraph-api',
      'HorizontalPodAutoscaler rungraph-worker',
      'Ingress rungraph',
      'NetworkPolicy rungraph',
      'ServiceMonitor rungraph',
    ])
    expect(objects.get('Ingress rungraph')?.spec).toMatchObject({
      tls: [{ hosts: ['rungraph.test'], secretName: 'rungraph-tls' }],
    })
    expect(objects.get('NetworkPolicy rungraph')?.spec).toMatchObject({
      ingress: [
        { ports: [{ port: 'http' }] },
        {
          ports: [{ port: 'health' }],
          from: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
        },
      ],
    })
    // The autoscaler says how many there are. Values of --set may be numbers; those of variables are texts.
    const { spec } = objects.get('Deployment rungraph-api') ?? {}
    expect(spec).not.toHaveProperty('replicas')
    expect(spec).toMatchObject({
      template: {
        spec: {
          containers: [
            { env: expect.arrayContaining([{ name: 'RUNGRAPH_RETENTION_RUNS_DAYS', value: '90' }]) },
          ],
        },
      },
    })
  })
})
