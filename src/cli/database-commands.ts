import { Command, Option } from '@commander-js/extra-typings'
import { roles } from '../domain/caller.ts'
import type { KeysCall } from './keys/run-keys.ts'
import { anyText, projectOption, wholeNumberOption, wrongArguments } from './terminal/argument-values.ts'
import type { CommandContext, Commands } from './terminal/command-context.ts'
import { unreadCode } from './terminal/terminal.ts'

/** Commands that use the database of the settings, whether a server runs or not. */
export const databaseCommands: Commands = {
  keys: {
    declare: (command, context) =>
      command
        .description('Create, list or revoke the API keys of a project')
        .addCommand(createKey(context))
        .addCommand(listKeys(context))
        .addCommand(revokeKey(context)),
  },
  migrate: {
    declare: (command, { settings }) =>
      command.description('Bring the schema of the database up to date').action(async () => {
        const config = settings.read()
        const { runMigrations } = await import('../app.ts')
        await runMigrations(config)
      }),
  },
  backup: {
    declare: (command, { terminal, settings }) =>
      command
        .description('Write a backup of the whole database to a file; a server may run meanwhile')
        .argument('<file>', 'New file to write, or - for standard output')
        .option(
          '--with-key',
          'Also write the encryption key: anyone who has the file can read the encrypted secrets',
        )
        .action(async (file, { withKey = false }) => {
          const config = settings.read()
          const { runBackup } = await import('./backup/run-backup.ts')
          // Standard output is for the backup alone.
          terminal.note(await runBackup(config, { file, withKey }))
        }),
  },
  restore: {
    declare: (command, { terminal, settings }) =>
      command
        .description(
          'Restore a backup into an empty database: that of DATABASE_URL, or the private one in RUNGRAPH_DATA_DIR',
        )
        .argument('<file>', 'Backup to read, or - for standard input')
        .option(
          '--without-key',
          'Restore also if the encryption key of the backup is missing: what it encrypts stays unreadable',
        )
        .action(async (file, { withoutKey = false }) => {
          const config = settings.read()
          const { runRestore } = await import('./backup/run-restore.ts')
          terminal.print(await runRestore(config, { file, withoutKey }))
        }),
  },
  reencrypt: {
    declare: (command, { terminal, settings }) =>
      command
        .description(
          'Encrypt every stored secret with RUNGRAPH_ENCRYPTION_KEY that is encrypted with one of RUNGRAPH_DECRYPTION_KEYS',
        )
        .action(async () => {
          const config = settings.read()
          const { runReencrypt } = await import('./backup/run-reencrypt.ts')
          terminal.print(await runReencrypt(config))
        }),
  },
  files: {
    failureCode: 2,
    declare: (command, { terminal, settings, exitWith }) =>
      command
        .description('Count the contents of files that are in the database and in the bucket, or move them')
        .addOption(
          new Option(
            '--move-to <place>',
            'Move all of them, while servers run. All servers need RUNGRAPH_FILES_URL as long as one is in the bucket',
          ).choices(['bucket', 'database'] as const),
        )
        .addHelpText(
          'after',
          '\nA call that is interrupted loses nothing, and another one finishes.\nExit codes: 0 all are where they are to be, 1 some are not, 2 they could not be moved.',
        )
        .action(async ({ moveTo }) => {
          const config = settings.read()
          const { runFiles } = await import('./files/run-files.ts')
          const { text, isDone } = await runFiles(config, moveTo)
          terminal.print(text)
          if (!isDone) exitWith(1)
        }),
  },
  project: {
    failureCode: 2,
    declare: (command, { terminal, settings, exitWith }) =>
      command
        .description(
          'Compare the rows of steps, actions, messages and model calls with the logs of runs that they follow from',
        )
        .option('--rebuild', 'Make the rows anew from the logs; a server may run meanwhile')
        .addHelpText(
          'after',
          '\nExit codes: 0 all rows are as their logs say, 1 some differ, 2 they could not be compared.',
        )
        .action(async ({ rebuild: isRebuilt = false }) => {
          const config = settings.read()
          const { runProject } = await import('./archive/run-project.ts')
          const { text, isAlike } = await runProject(config, { isRebuilt })
          terminal.print(text)
          if (!isAlike) exitWith(1)
        }),
  },
  export: {
    declare: (command, { terminal, settings, exitWith }) =>
      command
        .description('Write a run that has ended to a file, as lines of JSON')
        .argument('<run>', 'Id of the run')
        .option('--tree', 'Also write the runs below it')
        .option('--out <file>', 'New file to write (default: standard output)', anyText)
        .action(async (run, { tree: withTree = false, out = null }) => {
          const config = settings.read()
          const { runExport } = await import('./archive/run-export.ts')
          const exported = await runExport(config, { run, withTree, file: out }, terminal.output)
          if (exported.kind === 'unread') exitWith(unreadCode)
          // Standard output is for the lines alone.
          if (exported.kind === 'filed') terminal.note(exported.summary)
        }),
  },
  import: {
    declare: (command, { terminal, settings }) =>
      command
        .description('Write an exported run into the database')
        .argument('<file>', 'File that `rungraph export` wrote')
        .addOption(projectOption('Project to write into; created if it does not exist'))
        .action(async (file, { project }) => {
          const config = settings.read()
          const { runImport } = await import('./archive/run-import.ts')
          terminal.print(await runImport(config, { file, project }))
        }),
  },
}

const maxDays = 36_500

function createKey(context: CommandContext) {
  return new Command('create')
    .description('Create a key and print it once')
    .argument('<name>', 'Name of the new key')
    .addOption(new Option('--role <role>', 'Role of the new key').choices(roles).default('OPERATOR' as const))
    .option(
      '--days <n>',
      `Days until the new key expires, 1 to ${maxDays} (default: no expiry)`,
      wholeNumberOption(1, maxDays),
    )
    .option(
      '--server',
      'The new key also administers the server: its caller lists and creates projects. Only for keys of the project default with the role ADMIN',
    )
    .addOption(ofProject())
    .addHelpText('after', '\nThe first key of a project must have the role ADMIN and no expiry.')
    .action(async (name, { role, days = null, server: isServerAdmin = false, project }) => {
      if (isServerAdmin && (role !== 'ADMIN' || project !== 'default'))
        throw wrongArguments(
          'keys create',
          '--server needs --role ADMIN, and is for keys of the project default.',
        )
      await changeKeys({ kind: 'create', name, role, isServerAdmin, days }, project, context)
    })
}

function listKeys(context: CommandContext) {
  return new Command('list')
    .description('List the keys with their roles, expiry and last use')
    .addOption(ofProject())
    .action(({ project }) => changeKeys({ kind: 'list' }, project, context))
}

function revokeKey(context: CommandContext) {
  return new Command('revoke')
    .description('Revoke a key')
    .argument('<name>', 'Name of the key')
    .option('--force', 'Also if it is the last valid key with the role ADMIN')
    .addOption(ofProject())
    .action((name, { project, force: isForced = false }) =>
      changeKeys({ kind: 'revoke', name, isForced }, project, context),
    )
}

function ofProject() {
  return projectOption('Project of the keys')
}

async function changeKeys(call: KeysCall, project: string, context: CommandContext): Promise<void> {
  const { settings, terminal } = context
  const config = settings.read()
  const { runKeys } = await import('./keys/run-keys.ts')
  await runKeys(call, { project, config, redactor: settings.redactor(), terminal })
}
