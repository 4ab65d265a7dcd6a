import { loadDemo } from '../../app/demo.ts'
import { isRungraphError } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import type { Paint } from '../terminal/terminal.ts'
import { harmless, harmlessJson } from '../terminal/terminal-text.ts'
import { checkCode, checkFiles } from './check-code.ts'
import { checkPrivatePostgres, findDatabase } from './check-database.ts'
import { checkDisk, checkListening, checkNode } from './check-machine.ts'
import { checkProviders, type ProviderCalls } from './check-providers.ts'
import { checkEncryption, checkFileStore, checkRedis } from './check-services.ts'
import { broken, type DoctorFinding, type Findings, ok, runCheck } from './finding.ts'

/** Parsed arguments of the command. */
export interface DoctorCall extends ProviderCalls {
  readonly isJson: boolean
}

/** Checks the installation, prints the findings, and gives the exit code: 1 if something is broken. */
export async function runDoctor(call: DoctorCall, { settings, terminal }: CommandContext): Promise<0 | 1> {
  const findings = (await examine(call, settings)).map((finding) =>
    redacted(finding, settings.redactor().text),
  )
  const isBroken = findings.some(({ status }) => status === 'broken')
  if (call.isJson) terminal.print(harmlessJson({ ok: !isBroken, findings }, 2))
  else terminal.print(renderFindings(findings, terminal.paint))
  return isBroken ? 1 : 0
}

async function examine(call: ProviderCalls, settings: CommandContext['settings']): Promise<Findings> {
  const node = await checkNode()
  const config = readSettings(settings)
  if ('check' in config) return [...node, config]
  // A program from its source loads all modules with them: while a check waits for an answer, that would use up its time.
  await loadDemo()
  const checks: readonly Promise<Findings>[] = [
    runCheck('ports', () => checkListening(config)),
    runCheck('disk', () => checkDisk(config)),
    runCheck('database', () => findDatabase(config)),
    runCheck('private database', () => checkPrivatePostgres(config)),
    runCheck('redis', () => checkRedis(config)),
    runCheck('encryption', () => checkEncryption(config)),
    runCheck('file store', () => checkFileStore(config)),
    runCheck('tools', () => checkCode(config)),
    runCheck('files', () => checkFiles(config)),
    runCheck('providers', () => checkProviders(config, call)),
  ]
  return withoutContradiction([
    ...node,
    ok('settings', 'All are valid.'),
    ...(await Promise.all(checks)).flat(),
  ])
}

/** That secrets are encrypted is no comfort where the key does not open those that are there. */
function withoutContradiction(findings: Findings): Findings {
  const isWrongKey = findings.some(({ check, status }) => check === 'encrypted values' && status === 'broken')
  return isWrongKey
    ? findings.filter(({ check, status }) => check !== 'encryption' || status !== 'ok')
    : findings
}

/** Without settings nothing else can be checked. */
function readSettings(settings: CommandContext['settings']): Config | DoctorFinding {
  try {
    return settings.read()
  } catch (error) {
    if (!isRungraphError(error)) throw error
    return broken(
      'settings',
      error.message,
      'Correct them in the environment or in .env; docs/reference/settings.md has them all.',
    )
  }
}

/** A provider or a server may repeat a secret in its answer. */
function redacted(finding: DoctorFinding, redact: (text: string) => string): DoctorFinding {
  return {
    ...finding,
    text: redact(finding.text),
    ...(finding.remedy !== undefined && { remedy: redact(finding.remedy) }),
  }
}

const marks = { ok: '✓', off: '-', warning: '!', broken: '✗' } as const
const styles = { ok: 'green', off: 'gray', warning: 'yellow', broken: 'red' } as const

/** The findings as text: a line for each, and its remedy below it; at the end how many need attention. */
function renderFindings(findings: Findings, paint: Paint): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return [...findings.map((finding) => render(finding, width, paint)), '', conclusion(findings, paint)].join(
    '\n',
  )
}

function render({ check, status, text, remedy }: DoctorFinding, width: number, paint: Paint): string {
  const indent = ' '.repeat(width + 4)
  const body = harmless(text).replaceAll('\n', `\n${indent}`)
  const line = `${paint(styles[status], marks[status])} ${paint('bold', check.padEnd(width))}  ${status === 'off' ? paint('gray', body) : body}`
  return remedy === undefined
    ? line
    : `${line}\n${indent}${paint(status === 'off' ? 'gray' : styles[status], harmless(remedy))}`
}

function conclusion(findings: Findings, paint: Paint): string {
  const count = (status: DoctorFinding['status']) =>
    findings.filter((finding) => finding.status === status).length
  const [broken, warnings] = [count('broken'), count('warning')]
  if (broken > 0) return paint('red', `${broken} broken, ${plural(warnings, 'warning')}.`)
  return warnings > 0
    ? paint('yellow', `Nothing is broken; ${plural(warnings, 'warning')}.`)
    : paint('green', 'All is well.')
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
