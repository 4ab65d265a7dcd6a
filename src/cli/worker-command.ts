import { Command } from '@commander-js/extra-typings'
import type { CommandContext } from './terminal/command-context.ts'

/** Only executes runs. */
export function workerCommand({ terminal, settings }: CommandContext) {
  return new Command('worker').description('Only execute runs').action(async () => {
    const config = settings.read({ RUNGRAPH_ROLE: 'worker' })
    const { runUntilStopped } = await import('./server/run-until-stopped.ts')
    await runUntilStopped(config, terminal)
  })
}
