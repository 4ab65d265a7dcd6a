import type { Conclusion, EvalReport, ReportedItem } from './eval-report.ts'

/**
 * The results as JUnit XML, as build servers read it: a test case for each item, whose name is the key of the item. An item of which only
 * some trials passed is a failure that says how many did. Where nothing can be said, though no item has an error, a further test case has
 * it. Five elements and their attributes are not worth a library.
 */
export function toJUnit(report: EvalReport, conclusion: Conclusion): string {
  const { agent, dataSet, items, evaluation } = report
  const count = (...verdicts: readonly ReportedItem['verdict'][]) =>
    items.filter(({ verdict }) => verdicts.includes(verdict)).length
  const errors = count('ERROR')
  const unsaid = conclusion.code === 2 && errors === 0 ? [errorCase({ agent, dataSet }, conclusion.text)] : []
  const attributes = {
    name: `${dataSet}: ${agent} version ${evaluation.agentVersion}`,
    tests: String(items.length + unsaid.length),
    failures: String(count('FAILED', 'FLAKY')),
    errors: String(errors + unsaid.length),
    skipped: String(count('DIVERGED', 'CANCELLED')),
    time: seconds(evaluation.durationMs),
  }
  const cases = [...items.map((item) => testCase(item, report)), ...unsaid]
  return document(attributes, [element('properties', {}, propertiesOf(report)), ...cases])
}

/** An evaluation that did not take place, as JUnit XML: one test case with the error. */
export function toErrorJUnit(of: Pick<EvalReport, 'agent' | 'dataSet'>, message: string): string {
  const counts = { tests: '1', failures: '0', errors: '1', skipped: '0', time: seconds(0) }
  return document({ name: `${of.dataSet}: ${of.agent}`, ...counts }, [errorCase(of, message)])
}

function document(attributes: Readonly<Record<string, string>>, children: readonly string[]): string {
  const suite = element('testsuite', attributes, children)
  return ['<?xml version="1.0" encoding="UTF-8"?>', element('testsuites', {}, [suite]), ''].join('\n')
}

function errorCase({ agent, dataSet }: Pick<EvalReport, 'agent' | 'dataSet'>, message: string): string {
  const attributes = { name: 'evaluation', classname: `${dataSet}.${agent}`, time: seconds(0) }
  return element('testcase', attributes, [element('error', { message, type: 'NOT_EVALUATED' }, [])])
}

function propertiesOf({ evaluation }: EvalReport): readonly string[] {
  const { mode, trials, dataSetVersion, costUsd, judgeCostUsd, unpricedCalls } = evaluation
  const properties = {
    score: String(evaluation.score ?? ''),
    ...{ mode, trials: String(trials), dataSetVersion: String(dataSetVersion), costUsd, judgeCostUsd },
    unpricedCalls: String(unpricedCalls),
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
