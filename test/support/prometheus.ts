import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { z } from 'zod'
import { type ChildServer, ownServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { findProgram } from './programs.ts'

const programs = { server: findProgram('prometheus'), tool: findProgram('promtool') }

/** Why tests with Prometheus cannot run here; `null` where they can. */
export const withoutPrometheus =
  programs.server === null || programs.tool === null
    ? 'prometheus is not installed (Debian: apt-get install prometheus)'
    : null

/** What promtool prints; rejects with it where it finds a fault. */
export async function promtool(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(programs.tool ?? '', args)
  return stdout
}

export interface TestPrometheus extends ChildServer {
  /** Names of the alerts that fire now, in order. */
  firing(): Promise<readonly string[]>
}

const alerts = z.object({
  data: z.object({
    alerts: z.array(z.object({ state: z.string(), labels: z.object({ alertname: z.string() }) })),
  }),
})

/** Runs Prometheus in a folder of its own on loopback, until it is closed: it scrapes the targets each second and evaluates the rules. */
export async function startPrometheus(rules: string, targets: readonly string[]): Promise<TestPrometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'rungraph-prometheus-'))
  const port = await freePort()
  await writeFile(join(folder, 'rules.yml'), rules)
  await writeFile(join(folder, 'prometheus.yml'), configuration(targets))
  const child = spawn(
    programs.server ?? '',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const server = ownServer(child, folder, 'SIGTERM')
  await untilReady(child, port)
  return {
    ...server,
    firing: async () => {
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/alerts`)
      const { data } = alerts.parse(await response.json())
      return data.alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels }) => labels.alertname)
        .toSorted()
    },
  }
}

function configuration(targets: readonly string[]): string {
  return JSON.stringify({
    global: { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' },
    rule_files: ['rules.yml'],
    scrape_configs: [{ job_name: 'rungraph', static_configs: [{ targets }] }],
  })
}

/** Rejects with what it printed where it ends before. */
async function untilReady(child: ChildProcess, port: number): Promise<void> {
  let printed = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => null)
    await response?.body?.cancel()
    if (response?.status === 200) return
    if (child.exitCode !== null) throw new Error(`prometheus ended. It said:\n${printed}`)
    await setTimeout(50)
  }
}
