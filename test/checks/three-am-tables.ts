import { type ThreeAmRow, type Topic, threeAmRows, topics } from './three-am.ts'

const titles = {
  workers: 'Runs and workers',
  database: 'PostgreSQL',
  services: 'Providers, keys and other services',
} as const satisfies Readonly<Record<Topic, string>>

/** The rows as Markdown tables, one for each topic. */
export function threeAmTables(): string {
  const head = '| Symptom | Command | It prints | Remedy |\n| --- | --- | --- | --- |'
  const tables = topics.map((topic) => {
    const rows = Object.values<ThreeAmRow>(threeAmRows[topic]).map(rowOf)
    return `### ${titles[topic]}\n\n${head}\n${rows.join('\n')}`
  })
  return tables.join('\n\n')
}

function rowOf({
  alerts = [],
  metrics = [],
  log,
  noticed,
  command,
  prints,
  remedy,
  repair,
}: ThreeAmRow): string {
  const symptoms = [
    ...alerts.map((name) => `**${name}**`),
    ...(noticed === undefined ? [] : [noticed]),
    ...metrics.map(code),
    ...(log === undefined ? [] : [`log: "${log}"`]),
  ]
  const remedies = repair === undefined ? [remedy] : [remedy, code(repair)]
  return `| ${symptoms.join('; ')} | ${code(command)} | ${code(prints)} | ${remedies.join(' ')} |`
}

/** The alerts of the rules for Prometheus as a Markdown table. `rules` is the file, which the tests of promtool hold to its form. */
export function alertsTable(rules: string): string {
  const rows = rules
    .split(/^ *- alert: /m)
    .slice(1)
    .map((text) => {
      const name = text.split('\n', 1)[0]?.replace('Rungraph', '')
      const [, expression = ''] = /^ *expr: (?:\|\n)?(.*?)^ *(?:for|labels):/ms.exec(text) ?? []
      const [, lasting] = /^ *for: (\w+)$/m.exec(text) ?? []
      const [, severity] = /severity: (\w+)/.exec(text) ?? []
      const [, why] = /^ *description: (.*)$/m.exec(text) ?? []
      const when = [
        code(
          expression
            .trim()
            .replaceAll(/ by \([^)]*\)| *\n */g, ' ')
            .replaceAll(/\s+/g, ' '),
        ),
        ...(lasting === undefined ? [] : [`for ${lasting}`]),
      ]
      return `| **${name}** | ${severity} | ${when.join(' ')} | ${why} |`
    })
  return ['| Alert | Severity | Fires when | Why |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
