const scale = 10
const unit = 10n ** BigInt(scale)

/** Adds decimal strings exactly, to ten places: money is never a binary float. */
export function addDecimals(...values: readonly string[]): string {
  return fromUnits(values.reduce((sum, value) => sum + toUnits(value), 0n))
}

/** A share of an amount that is not negative, `part` of `whole`, rounded half up to ten places; of nothing, nothing. */
export function shareOf(amount: string, part: number, whole: number): string {
  if (whole === 0) return '0'
  const parts = toUnits(amount) * BigInt(part)
  return fromUnits((2n * parts + BigInt(whole)) / (2n * BigInt(whole)))
}

/** Orders two decimal strings: negative, zero or positive, as `Array.sort` wants it. */
export function compareDecimals(a: string, b: string): number {
  const difference = toUnits(a) - toUnits(b)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** A number as a decimal string without exponent, rounded half up to ten places. */
export function toDecimal(value: number): string {
  return fromUnits(toUnits(value.toFixed(scale)))
}

/** Whether a text is a plain decimal number. */
export function isDecimal(text: string): boolean {
  return /^-?\d{1,20}(\.\d{1,20})?$/.test(text)
}

function toUnits(text: string): bigint {
  const [, sign = '', integer = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const digits = BigInt(integer) * unit + BigInt(fraction.slice(0, scale).padEnd(scale, '0'))
  return sign === '-' ? -digits : digits
}

function fromUnits(units: bigint): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -scale)}${fraction === '' ? '' : `.${fraction}`}`
}
