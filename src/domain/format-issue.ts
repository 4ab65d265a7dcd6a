import type { z } from 'zod'
import { isLargeNumber } from './exact-numbers.ts'

/** A problem that a schema found, with the path to the invalid value. */
export type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'>

/**
 * Formats an issue as `field.path: message`: `actions[3].name: is required`. The path begins with `parents`, the fields that lead to the
 * validated value. Only the message remains if the whole value is invalid and has no parents.
 */
export function formatIssue({ path, message }: Issue, parents: readonly PropertyKey[] = []): string {
  const field = formatPath([...parents, ...path])
  return field === '' ? message : `${field}: ${message}`
}

/** Formats all issues of a value, separated by semicolons. */
export function formatIssues({ issues }: z.ZodError): string {
  return issues.map((issue) => formatIssue(issue)).join('; ')
}

/** Formats a path as JavaScript accesses it: `actions[3].dependsOn[0]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}

/** Messages for the issues whose messages in zod do not read as the rest of a sentence about the field. */
export const issueMessages: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has no field ${issue.keys.map((key) => `"${key}"`).join(', ')}; remove it`
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      if (typeof issue.input === 'string' && isLargeNumber(issue.input))
        return `must be of type ${issue.expected}, which does not hold ${issue.input} exactly`
      return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`
    default:
      return undefined
  }
}
