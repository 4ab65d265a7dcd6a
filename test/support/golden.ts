import type { RunEvent } from '../../src/domain/run-event.ts'
import { expectGolden as expectGoldenLog } from '../../src/testing/golden.ts'

/** Compares a log with `test/golden/<name>.golden.jsonl`; `replace` as of `expectGolden` of `rungraph/testing`. */
export async function expectGolden(
  name: string,
  events: readonly RunEvent[],
  replace: readonly (readonly [what: RegExp, as: string])[] = [],
): Promise<void> {
  const file = new URL(`../golden/${name}.golden.jsonl`, import.meta.url)
  await expectGoldenLog({ events }, file, { replace })
}
