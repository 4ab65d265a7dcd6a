import { nextFireTime } from './fire-times.ts'

/** One of the five fields of an expression. */
interface Field {
  readonly name: string
  readonly min: number
  readonly max: number
  /** Names of the numbers, from `min` on. */
  readonly names: readonly string[]
  /** Other forms that a part may have. */
  readonly also: readonly RegExp[]
  /** Description of the valid forms, for a message. */
  readonly takes: string
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT']

const day = `(?:[0-7]|${days.join('|')})`

const fields: readonly Field[] = [
  { name: 'minute', min: 0, max: 59, names: [], also: [], takes: 'numbers from 0 to 59' },
  { name: 'hour', min: 0, max: 23, names: [], also: [], takes: 'numbers from 0 to 23' },
  {
    name: 'day of the month',
    min: 1,
    max: 31,
    names: [],
    also: [/^L$/],
    takes: 'numbers from 1 to 31, `L` for the last day',
  },
  { name: 'month', min: 1, max: 12, names: months, also: [], takes: 'numbers from 1 to 12 or JAN to DEC' },
  {
    name: 'day of the week',
    min: 0,
    max: 7,
    names: days,
    also: [new RegExp(`^${day}L$`, 'i')],
    takes:
      'numbers from 0 (Sunday) to 7 or SUN to SAT, `5L` for the last Friday, `1#2` alone for the second Monday',
  },
]

/** Maximum number of days of each month. */
const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/**
 * Why an expression cannot be used, in words that follow its name; `null` where it can. Not croner's own check: it accepts `?`, `LW`,
 * `@daily`, a value named twice and dates that never come, and its messages do not list the values of a field.
 */
export function validateCron(cron: string): string | null {
  const texts = cron.trim().split(/\s+/)
  if (texts.length !== fields.length)
    return 'has not five fields: minute, hour, day of the month, month, day of the week'
  // `H` is a random number: another one in each process.
  if (texts.some((text) => /(^|,)H/i.test(text))) return 'has an H, which means another time in each process'
  for (const [index, field] of fields.entries()) {
    const fault = validateField(texts[index] ?? '', field)
    if (fault !== null) return fault
  }
  return isNever(texts) ? 'never comes: no month that it names has such a day' : parserFault(cron)
}

function validateField(text: string, field: Field): string | null {
  if (field.name === 'day of the week' && new RegExp(`^${day}#[1-5]$`, 'i').test(text)) return null
  const values: number[] = []
  for (const part of text.split(',')) {
    if (field.also.some((pattern) => pattern.test(part))) continue
    const read = readPart(part, field)
    if (typeof read === 'string') return read
    values.push(...read)
  }
  const twice = values.find((value, index) => values.indexOf(value) !== index)
  return twice === undefined ? null : `has \`${text}\` for the ${field.name}, which names ${twice} twice`
}

/** The numbers of a part of a list, or the fault in it. */
function readPart(part: string, field: Field): readonly number[] | string {
  const { name, min, max, takes } = field
  const has = `has \`${part}\` for the ${name}`
  const [, from = '', to, step] = /^(\*|[a-z0-9]+)(?:-([a-z0-9]+))?(?:\/([a-z0-9]+))?$/i.exec(part) ?? []
  const first = from === '*' ? min : toNumber(from, field)
  const last = to !== undefined && from !== '*' ? toNumber(to, field) : lastOf(field, { from, step })
  if (first === null || last === null || (from === '*' && to !== undefined))
    return `${has}; it takes ${takes}, ranges \`a-b\`, steps \`*/n\`, lists of these with commas, or \`*\` for all`
  if (first > last) return `${has}, a range that runs backwards; write two with a comma between`
  const every = step === undefined ? 1 : Number(step)
  const longest = Math.min(max, field.names.length > 0 ? min + field.names.length - 1 : max) - min
  if (!(Number.isInteger(every) && every >= 1 && every <= longest))
    return `${has}; a step is a number from 1 to ${longest}`
  // 7 is Sunday, as 0 is.
  const numbers = Array.from({ length: Math.floor((last - first) / every) + 1 }, (_, n) => first + n * every)
  return max === 7 ? [...new Set(numbers.map((number) => number % 7))] : numbers
}

/** A single value with a step continues to the end of the field. */
function lastOf(field: Field, { from, step }: { from: string; step: string | undefined }): number | null {
  const end = field.max === 7 ? 6 : field.max
  return from === '*' || step !== undefined ? end : toNumber(from, field)
}

function toNumber(text: string, { min, max, names }: Field): number | null {
  const index = names.indexOf(text.toUpperCase())
  if (index !== -1) return min + index
  const number = /^\d{1,2}$/.test(text) ? Number(text) : -1
  return number >= min && number <= max ? number : null
}

/** Whether all that it says of days are days of the month that its months are too short for. */
function isNever([, , ofMonth = '*', month = '*', ofWeek = '*']: readonly string[]): boolean {
  const [, , dayField, monthField] = fields
  if (ofWeek !== '*' || ofMonth.includes('L') || !dayField || !monthField) return false
  const read = (text: string, field: Field) =>
    text.split(',').flatMap((part) => {
      const numbers = readPart(part, field)
      return typeof numbers === 'string' ? [] : numbers
    })
  const longest = Math.max(...read(month, monthField).map((number) => longestMonths[number - 1] ?? 0))
  return read(ofMonth, dayField).every((number) => number > longest)
}

/** Returns the problem that only the parser detects. */
function parserFault(cron: string): string | null {
  try {
    return nextFireTime({ cron, timeZone: 'UTC' }, 0) === null ? 'never comes' : null
  } catch {
    return 'cannot be read as five fields of a cron expression'
  }
}
