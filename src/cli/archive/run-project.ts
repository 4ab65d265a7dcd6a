import { whileOpen } from '../../app/disposer.ts'
import { bringUpToDate } from '../../app/open-database.ts'
import { type Compared, type Difference, rebuildRows } from '../../log/project/rebuild-rows.ts'
import type { Config } from '../../settings/config.ts'
import { connectDirectly } from '../backup/run-backup.ts'

/** So many differences are shown. */
const maxShown = 20

/** Compares all rows with the logs that they follow from, or makes them anew; gives the message for the user. */
export async function runProject(
  config: Config,
  { isRebuilt }: { readonly isRebuilt: boolean },
): Promise<{ readonly text: string; readonly isAlike: boolean }> {
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
  const counts = `${runs} runs, ${rows} rows, ${differences.length} differences.`
  const next = isRebuilt
    ? ' All rows are as their logs say.'
    : ' `rungraph project --rebuild` makes the rows as their logs say.'
  return [...shown, ...more, differences.length === 0 ? counts : `${counts}${next}`].join('\n')
}

function lineOf({ table, runId, found, logged }: Difference): string {
  return `${table} of run ${runId}\n  found  ${found ?? 'no row'}\n  logged ${logged ?? 'no row'}`
}
