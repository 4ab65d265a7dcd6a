import type { Paint } from '../terminal/terminal.ts'
import type { Finding, Findings } from './finding.ts'

const marks = { ok: '✓', off: '-', warning: '!', broken: '✗' } as const
const styles = { ok: 'green', off: 'gray', warning: 'yellow', broken: 'red' } as const

/** The findings as text: a line for each, and its remedy below it; at the end how many need attention. */
export function renderFindings(findings: Findings, paint: Paint): string {
  const width = Math.max(...findings.map(({ check }) => check.length))
  return [...findings.map((finding) => render(finding, width, paint)), '', conclusion(findings, paint)].join(
    '\n',
  )
}

function render({ check, status, text, remedy }: Finding, width: number, paint: Paint): string {
  const indent = ' '.repeat(width + 4)
  const body = text.replaceAll('\n', `\n${indent}`)
  const line = `${paint(styles[status], marks[status])} ${paint('bold', check.padEnd(width))}  ${status === 'off' ? paint('gray', body) : body}`
  return remedy === undefined
    ? line
    : `${line}\n${indent}${paint(status === 'off' ? 'gray' : styles[status], remedy)}`
}

function conclusion(findings: Findings, paint: Paint): string {
  const count = (status: Finding['status']) => findings.filter((finding) => finding.status === status).length
  const [broken, warnings] = [count('broken'), count('warning')]
  if (broken > 0) return paint('red', `${broken} broken, ${plural(warnings, 'warning')}.`)
  return warnings > 0
    ? paint('yellow', `Nothing is broken; ${plural(warnings, 'warning')}.`)
    : paint('green', 'All is well.')
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`
}
