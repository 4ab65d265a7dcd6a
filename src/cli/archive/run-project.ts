import { whileOpen } from '../../app/disposer.ts'
import { bringUpToDate, checkDatabaseThere } from '../../app/open-database.ts'
import { toWordId } from '../../domain/word-id.ts'
import { type Compared, type Difference, rebuildRows } from '../../log/project/rebuild-rows.ts'
import type { Config } from '../../settings/config.ts'
import { connectDirectly } from '../backup/run-backup.ts'
import { harmlessJson, inOneLine } from '../terminal/terminal-text.ts'

/** So many differences are shown. */
const maxShown = 20

/** Compares all rows with the logs that they follow from, or makes them anew; gives the message for the user. */
export async function runProject(
  config: Config,
  { isRebuilt }: { readonly isRebuilt: boolean },
): Promise<{ readonly text: string; readonly isAlike: boolean }> {
  await checkDatabaseThere(config)
  return whileOpen(async (closing) => {
    const { directUrl } = await bringUpToDate(config, closing, () => undefined)
    const client = await connectDirectly(directUrl, closing)
    const compared = await rebuildRows(client, { isKept: isRebuilt })
    return { text: textOf(compared, isRebuilt), isAlike: isRebuilt || compared.differences.length === 0 }
  })
}

function textOf({ runs, rows, differences }: Compared, isRebuilt: boolean): string {
  const shown = differences.slice(0, maxShown).map(lineOf)
  const more = differences.length > maxShown ? [`… and ${differences.length - maxShown} more.`] : []
  const count = differences.length === 1 ? '1 difference' : `${differences.length} differences`
  const counts = `${runs} runs, ${rows} rows, ${count}.`
  const next = isRebuilt
    ? ' All rows are as their logs say.'
    : ' `rungraph project --rebuild` makes the rows as their logs say.'
  return [...shown, ...more, differences.length === 0 ? counts : `${counts}${next}`].join('\n')
}

/** The columns that differ: whole rows have the texts of messages. */
function lineOf({ table, runId, key, found, logged }: Difference): string {
  const row = `${table} ${key} of run ${toWordId('run', runId)}`
  if (found === null) return `${row}: is missing`
  if (logged === null) return `${row}: is not in the log`
  const [before, after] = [columnsOf(found), columnsOf(logged)]
  const changed = [...before.keys()].filter((name) => before.get(name) !== after.get(name))
  return [
    `${row}:`,
    ...changed.map((name) => `  ${name}: ${cut(before.get(name))}, in the log ${cut(after.get(name))}`),
  ].join('\n')
}

function columnsOf(row: string): ReadonlyMap<string, string> {
  const read: unknown = JSON.parse(row)
  return new Map(Object.entries(Object(read)).map(([name, value]) => [name, harmlessJson(value)]))
}

const maxColumns = 60

function cut(value = 'nothing'): string {
  return inOneLine(value, maxColumns)
}
