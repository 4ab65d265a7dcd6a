/** The GraphQL type that carries an error as the result of a mutation. */
export type ErrorKind = 'InvalidInput' | 'NotFound' | 'Conflict' | 'Forbidden' | 'LimitExceeded'

export function client<Data>(result: ErrorKind | null, message: (data: Data) => string) {
  return { audience: 'client', result, retryable: false, message } as const
}

/** A temporary error: a retry can succeed. It is never the result of a mutation. */
export function passing<Data>(message: (data: Data) => string) {
  return { audience: 'client', result: null, retryable: true, message } as const
}

export function run<Data>(message: (data: Data) => string) {
  return { audience: 'run', retryable: false, message } as const
}

export function tool<Data>(message: (data: Data) => string) {
  return { audience: 'model', retryable: true, message } as const
}

export function operator<Data>(message: (data: Data) => string) {
  return { audience: 'operator', retryable: false, message } as const
}

export function quote(value: string): string {
  return `"${value.length > 120 ? `${value.slice(0, 119)}…` : value}"`
}
