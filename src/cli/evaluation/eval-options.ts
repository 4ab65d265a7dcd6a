import { Command, InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { uuidOf } from '../../graphql/global-id.ts'
import {
  anySize,
  anyText,
  keyOption,
  projectOption,
  slug,
  urlOption,
  wholeNumberOption,
} from '../terminal/argument-values.ts'

/** The options as they are given. */
export type EvalOptions = ReturnType<ReturnType<typeof evalOptions>['opts']>

/** The newest evaluation of a version of the agent, or an evaluation by its id. */
export type Baseline = { readonly version: number } | { readonly id: string }

/** The command with its options, and nothing that it does. */
export function evalOptions(command: Command = new Command('eval')) {
  const count = wholeNumberOption(1, anySize)
  return command
    .requiredOption('--agent <slug>', 'Agent to evaluate, by slug or id', anyText)
    .requiredOption(
      '--data <source>',
      'File of items (.jsonl or .json), or slug of a stored data set',
      anyText,
    )
    .option('--data-set <slug>', 'Data set that the file is stored in (default: the name of the file)', slug)
    .option('--version <n>', 'Version of the agent (default: the newest)', count)
    .option('--trials <n>', 'Runs of each item (default: 1)', count)
    .option('--concurrency <n>', 'Results that are executed at once (default: 5)', count)
    .addOption(
      new Option('--mode <mode>', 'RECORDED replays the runs that the items were made from')
        .choices(['MODELS', 'RECORDED'])
        .default('MODELS' as const),
    )
    .option(
      '--judge-agent <slug>',
      'Agent that judges criteria (default: evaluation-judge, which is created)',
      anyText,
    )
    .option('--judge-model <model>', 'Model that judges criteria (default: that of the agent)', anyText)
    .option('--votes <n>', 'Number of times that each answer is judged (default: 1)', count)
    .option(
      '--baseline <which>',
      'Compare with the newest evaluation of a version (v3), or with an evaluation (its id)',
      baseline,
    )
    .option('--min-score <score>', 'Pass from this mean score on, from 0 to 1', score)
    .option('--junit <file>', 'Also write the results as JUnit XML', anyText)
    .option('--json', 'Print the results as JSON')
    .addOption(projectOption('Project of the agent'))
    .addOption(
      urlOption(
        'URL of the server that has the agent and evaluates it (default: this process does, in the database of the settings)',
      ).conflicts('project'),
    )
    .addOption(keyOption())
}

function baseline(value: string): Baseline {
  const [, version] = /^v?(\d{1,9})$/.exec(value) ?? []
  if (version !== undefined) return { version: Number(version) }
  const id = uuidOf('Evaluation', value)
  if (id !== null) return { id }
  throw new InvalidArgumentError('Use a version of the agent, such as v3, or the id of an evaluation.')
}

function score(value: string): number {
  const number = /^\d*\.?\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= 0 && number <= 1) return number
  throw new InvalidArgumentError('Use a number from 0 to 1.')
}
