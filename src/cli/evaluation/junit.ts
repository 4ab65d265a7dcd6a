import type { EvalReport, ReportedItem } from './eval-report.ts'

/**
 * The results as JUnit XML, as build servers read it: a test case for each item, whose name is the key of the item. An item of which only
 * some trials passed is a failure that says how many did. Five elements and their attributes are not worth a library.
 */
export function toJUnit(report: EvalReport): string {
  const { agent, dataSet, items, evaluation } = report
  const count = (...verdicts: readonly ReportedItem['verdict'][]) =>
    items.filter(({ verdict }) => verdicts.includes(verdict)).length
  const attributes = {
    name: `${dataSet}: ${agent} version ${evaluation.agentVersion}`,
    tests: String(items.length),
    failures: String(count('FAILED', 'FLAKY')),
    errors: String(count('ERROR')),
    skipped: String(count('DIVERGED', 'CANCELLED')),
    time: seconds(evaluation.durationMs),
  }
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    element('testsuites', {}, [
      element('testsuite', attributes, [
        element('properties', {}, propertiesOf(report)),
        ...items.map((item) => testCase(item, report)),
      ]),
    ]),
    '',
  ].join('\n')
}

function propertiesOf({ evaluation }: EvalReport): readonly string[] {
  const { mode, trials, dataSetVersion, costUsd, judgeCostUsd } = evaluation
  const properties = {
    score: String(evaluation.score ?? ''),
    ...{ mode, trials: String(trials), dataSetVersion: String(dataSetVersion), costUsd, judgeCostUsd },
  }
  return Object.entries(properties).map(([name, value]) => element('property', { name, value }, []))
}

function testCase(item: ReportedItem, { agent, dataSet }: EvalReport): string {
  const { key, durationMs } = item
  const attributes = { name: key, classname: `${dataSet}.${agent}`, time: seconds(durationMs ?? 0) }
  return element('testcase', attributes, outcomeOf(item))
}

function outcomeOf({ verdict, passed, of, score, reasons }: ReportedItem): readonly string[] {
  const text = [escaped(reasons.join('\n'))]
  switch (verdict) {
    case 'PASSED':
      return []
    case 'FAILED':
    case 'FLAKY': {
      const message = `${passed} of ${of} trials passed, with a mean score of ${(score ?? 0).toFixed(3)}`
      return [element('failure', { message, type: verdict }, text)]
    }
    case 'ERROR':
      return [element('error', { message: reasons[0] ?? 'It could not be scored.', type: verdict }, text)]
    case 'DIVERGED':
    case 'CANCELLED':
      return [element('skipped', { message: reasons[0] ?? verdict }, [])]
    default:
      return verdict satisfies never
  }
}

function seconds(ms: number): string {
  return (ms / 1_000).toFixed(3)
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  children: readonly string[],
): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const start = `<${name}${written.join('')}`
  return children.length === 0 ? `${start}/>` : `${start}>${children.join('')}</${name}>`
}

/** Texts of agents, in which XML 1.0 allows no control characters, not even escaped. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[<>&"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
