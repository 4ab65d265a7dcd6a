import { addDecimals } from '../../domain/decimal.ts'
import type { TokenUsage } from '../../domain/usage.ts'
import { partsOf } from './prices.ts'

/** US dollars for a million tokens, as decimal strings of at most ten places. */
export interface ListPrice {
  readonly inputPerMillion: string
  readonly outputPerMillion: string
  /** Default: the price of other input. */
  readonly cachedInputPerMillion?: string | undefined
  /** Default: the price of other input. */
  readonly cacheWritePerMillion?: string | undefined
}

/** Cost of a call at a price: exact, then rounded half up to ten decimal places. */
export function costAt(price: ListPrice, usage: TokenUsage): string {
  const { inputPerMillion, cachedInputPerMillion, cacheWritePerMillion, outputPerMillion } = price
  const { fresh, cached, written } = partsOf(usage)
  const sum =
    of(fresh, inputPerMillion) +
    of(cached, cachedInputPerMillion ?? inputPerMillion) +
    of(written, cacheWritePerMillion ?? inputPerMillion) +
    of(usage.outputTokens, outputPerMillion)
  return fromUnits((sum + million / 2n) / million)
}

const decimalPlaces = 10

const million = 1_000_000n

function of(tokens: number, perMillion: string): bigint {
  return BigInt(tokens) * toUnits(perMillion)
}

function toUnits(amount: string): bigint {
  const [integer = '0', fraction = ''] = amount.split('.')
  return BigInt(integer + fraction.padEnd(decimalPlaces, '0'))
}

function fromUnits(units: bigint): string {
  const digits = units.toString().padStart(decimalPlaces + 1, '0')
  return addDecimals(`${digits.slice(0, -decimalPlaces)}.${digits.slice(-decimalPlaces)}`)
}
