import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorTable, messageOf } from '../../src/domain/errors.ts'
import { eventCatalogue } from '../../src/domain/event-catalogue.ts'
import { runStateDiagram } from '../../src/domain/run.ts'
import { describeApiError } from '../../src/http/error-responses.ts'
import { liveLimitsTable } from '../../src/http/limits/live-limits.ts'
import { operationLimitsTable } from '../../src/http/limits/operation-limits.ts'
import { closeCodesTable } from '../../src/http/sockets/close-codes.ts'

import { settings } from '../../src/settings/settings.ts'
import { metricsTable } from '../../src/telemetry/metric-catalogue.ts'
import { callCommand, commandPaths } from '../support/command-line.ts'
import { answerLimitsTable, requestLimitsTable, runLimitsTable } from './limits-tables.ts'
import { root } from './run-command.ts'
import { settingsTable } from './settings-table.ts'
import { alertsTable, threeAmTables } from './three-am-tables.ts'

const commands = (await Promise.all(commandPaths().map(helpOf))).join('\n\n')

/** Content of the documents between `<!-- name -->` and `<!-- /name -->`, printed from the code that declares it. */
const regions: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'README.md': { states: statesPicture },
  'docs/clients.md': {
    gates: () => codeOf('examples/react-hooks/gates.tsx'),
    apollo: () => codeOf('examples/react-apollo/client.ts'),
    urql: () => codeOf('examples/react-urql/client.ts'),
  },
  'docs/operating.md': {
    alerts: () => alertsTable(readFileSync(join(root, 'examples/monitoring/rungraph.rules.yml'), 'utf8')),
    'three-am': threeAmTables,
  },
  'docs/reference/commands.md': { commands: () => commands },
  'docs/reference/errors.md': { errors: errorsTable, 'close-codes': closeCodesTable },
  'docs/reference/events.md': { events: eventsTable },
  'docs/reference/limits.md': {
    'run-limits': runLimitsTable,
    'answer-limits': answerLimitsTable,
    'request-limits': requestLimitsTable,
    'operation-limits': operationLimitsTable,
    limits: liveLimitsTable,
  },
  'docs/reference/metrics.md': { metrics: metricsTable },
  'docs/reference/settings.md': { settings: settingsTable },
}

// Rewrites the documents; with `--check`, only tells which of them are not as they would be written.
try {
  const stale = await writeDocuments(process.argv.includes('--check'))
  if (stale.length > 0)
    throw new Error(`Not as the code declares it:\n${stale.map((path) => `  ${path}\n`).join('')}`)
} catch (error) {
  console.error(messageOf(error))
  process.exitCode = 1
}

async function writeDocuments(onlyCheck: boolean): Promise<readonly string[]> {
  const stale: string[] = []
  for (const [path, render] of documents()) {
    const current = await readFile(join(root, path), 'utf8').catch(() => '')
    const wanted = render(current)
    if (wanted === current) continue
    if (onlyCheck) stale.push(path)
    else await writeFile(join(root, path), wanted)
  }
  return stale
}

function documents(): readonly (readonly [path: string, render: (current: string) => string])[] {
  const marked = Object.entries(regions).map(
    ([path, parts]) => [path, (current: string) => withRegions(path, current, parts)] as const,
  )
  return [['.env.example', envExample], ['src/client/python/pyproject.toml', withVersion], ...marked]
}

/** The Python client has the version of the package. */
function withVersion(pyproject: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return pyproject.replace(/^version = ".*"$/m, `version = "${version}"`)
}

function withRegions(path: string, current: string, parts: Readonly<Record<string, () => string>>): string {
  return Object.entries(parts).reduce((text, [name, render]) => {
    const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [text.indexOf(open), text.indexOf(close)]
    if (from < 0 || to < from)
      throw new Error(
        `${path} lacks the lines ${open} and ${close}; what is between them is printed from the code.`,
      )
    return `${text.slice(0, from + open.length)}\n\n${render()}\n\n${text.slice(to)}`
  }, current)
}

function envExample(): string {
  const entries = settings.map(
    ({ name, fallback, description }) => `# ${description.replaceAll('`', '')}\n#${name}=${fallback ?? ''}\n`,
  )
  return [
    '# Settings of Rungraph. Copy this file to .env and remove the # in front of each setting that you change. Environment variables override this file.\n',
    ...entries,
  ].join('\n')
}

function errorsTable(): string {
  const rows = Object.entries(errorTable).map(([code, row]) => {
    const result = 'result' in row && row.result !== null ? `\`${row.result}Error\`` : ''
    const status = row.audience === 'client' ? describeApiError({ code, message: '' }).status : ''
    return `| \`${code}\` | ${row.audience} | ${result} | ${status} |`
  })
  const head = '| Code | Audience | Mutation result type | HTTP status of `/api/` |'
  return [head, '| --- | --- | --- | --- |', ...rows].join('\n')
}

function statesPicture(): string {
  return ['```mermaid', runStateDiagram(), '```'].join('\n')
}

/** A command as its `--help` describes it. */
async function helpOf(path: string): Promise<string> {
  const { output } = await callCommand([...path.split(' '), '--help'], { width: 110 })
  return [`### rungraph ${path}`, '', '```text', output.trimEnd(), '```'].join('\n')
}

/** An example. */
function codeOf(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
    .trimEnd()
    .replaceAll("'../react/rungraph.ts'", "'./rungraph.ts'")
  return [`\`\`\`${path.split('.').at(-1)}`, text, '```'].join('\n')
}

function eventsTable(): string {
  return Object.entries(eventCatalogue)
    .map(([type, { description, links, fields }]) => {
      const linked = links.map((link) => `| \`${link}\` | object | The ${link} that the event changed. |`)
      const rows = Object.entries(fields).map(
        ([name, { kind, nullable, description }]) =>
          `| \`${name}\` | ${kind}${nullable ? ', or null' : ''} | ${description} |`,
      )
      const table = ['| Field | Type | Meaning |', '| --- | --- | --- |', ...linked, ...rows]
      return [
        `### ${type}`,
        '',
        wrapped(description),
        '',
        ...(linked.length + rows.length > 0 ? [...table, ''] : []),
      ].join('\n')
    })
    .join('\n')
    .trimEnd()
}

/** A paragraph in lines of at most 100 characters. */
function wrapped(text: string): string {
  return text.replaceAll(/(.{1,100})(?: +|$)/g, '$1\n').trimEnd()
}
