import { loadDemo } from '../../app/demo.ts'
import { isRungraphError } from '../../domain/errors.ts'
import type { Config } from '../../settings/config.ts'
import type { CommandContext } from '../terminal/command-context.ts'
import { checkCode, checkFiles } from './check-code.ts'
import { checkDatabase, checkPrivatePostgres } from './check-database.ts'
import { checkDisk, checkListening, checkNode } from './check-machine.ts'
import { checkProviders, type ProviderCalls } from './check-providers.ts'
import { checkEncryption, checkRedis } from './check-services.ts'
import { broken, check, type Finding, type Findings, ok } from './finding.ts'
import { renderFindings } from './render-findings.ts'

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
  if (call.isJson) terminal.print(JSON.stringify({ ok: !isBroken, findings }, null, 2))
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
    check('ports', () => checkListening(config)),
    check('disk', () => checkDisk(config)),
    check('database', () => checkDatabase(config)),
    check('private database', () => checkPrivatePostgres(config)),
    check('redis', () => checkRedis(config)),
    check('encryption', () => checkEncryption(config)),
    check('tools', () => checkCode(config)),
    check('files', () => checkFiles(config)),
    check('providers', () => checkProviders(config, call)),
  ]
  return [...node, ok('settings', 'All are valid.'), ...(await Promise.all(checks)).flat()]
}

/** Without settings nothing else can be checked. */
function readSettings(settings: CommandContext['settings']): Config | Finding {
  try {
    return settings.read()
  } catch (error) {
    if (!isRungraphError(error)) throw error
    return broken(
      'settings',
      error.message,
      'Correct them in the environment or in .env; docs/settings.md has them all.',
    )
  }
}

/** A provider or a server may repeat a secret in its answer. */
function redacted(finding: Finding, redact: (text: string) => string): Finding {
  return {
    ...finding,
    text: redact(finding.text),
    ...(finding.remedy !== undefined && { remedy: redact(finding.remedy) }),
  }
}
