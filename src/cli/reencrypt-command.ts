import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Encrypts stored secrets with another key. */
export function reencryptCommand({ terminal, settings }: CommandContext) {
  return new Command('reencrypt')
    .description(
      'Encrypt every stored secret with RUNGRAPH_ENCRYPTION_KEY that is encrypted with one of RUNGRAPH_DECRYPTION_KEYS',
    )
    .action(async () => {
      const config = settings.read()
      const { runReencrypt } = await import('./backup/run-reencrypt.ts')
      terminal.print(await runReencrypt(config))
    })
}
