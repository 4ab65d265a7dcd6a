import { Command, Option } from '@commander-js/extra-typings'
import { roles } from '../domain/caller.ts'
import type { KeysCall } from './keys/run-keys.ts'
import { slug, wholeNumber, wrongArguments } from './terminal/argument-values.ts'
import type { CommandContext } from './terminal/command-context.ts'

const maxDays = 36_500

/** Creates, lists or revokes API keys. */
export function keysCommand(context: CommandContext) {
  return new Command('keys')
    .description('Create, list or revoke the API keys of a project')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context))
}

function createCommand(context: CommandContext) {
  return new Command('create')
    .description('Create a key and print it once')
    .argument('<name>', 'Name of the new key')
    .addOption(new Option('--role <role>', 'Role of the new key').choices(roles).default('OPERATOR' as const))
    .option(
      '--days <n>',
      `Days until the new key expires, 1 to ${maxDays} (default: no expiry)`,
      wholeNumber(1, maxDays),
    )
    .option(
      '--server',
      'The new key also administers the server: its caller lists and creates projects. Only for keys of the project default with the role ADMIN',
    )
    .addOption(projectOption())
    .addHelpText('after', '\nThe first key of a project must have the role ADMIN and no expiry.')
    .action(async (name, { role, days = null, server: isServerAdmin = false, project }) => {
      if (isServerAdmin && (role !== 'ADMIN' || project !== 'default'))
        throw wrongArguments(
          'keys create',
          '--server needs --role ADMIN, and is for keys of the project default.',
        )
      await run({ kind: 'create', name, role, isServerAdmin, days }, project, context)
    })
}

function listCommand(context: CommandContext) {
  return new Command('list')
    .description('List the keys with their roles, expiry and last use')
    .addOption(projectOption())
    .action(({ project }) => run({ kind: 'list' }, project, context))
}

function revokeCommand(context: CommandContext) {
  return new Command('revoke')
    .description('Revoke a key')
    .argument('<name>', 'Name of the key')
    .addOption(projectOption())
    .action((name, { project }) => run({ kind: 'revoke', name }, project, context))
}

function projectOption() {
  return new Option('--project <slug>', 'Project of the keys').argParser(slug).default('default')
}

async function run(call: KeysCall, project: string, context: CommandContext): Promise<void> {
  const config = context.settings.read()
  const { runKeys } = await import('./keys/run-keys.ts')
  await runKeys(call, { project, config, redactor: context.settings.redactor(), terminal: context.terminal })
}
