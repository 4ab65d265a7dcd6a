import type { RelicWholeFragment } from '../../../generated/console/graphql.ts'

/** The settings of a relic by the names that `saveRelic` takes, without those that are not given. */
export function settingsOf(settings: RelicWholeFragment['settings']): Readonly<Record<string, unknown>> {
  switch (settings.__typename) {
    case 'HttpRelicSettings': {
      const { __typename, kind, headers, httpTimeoutMs, ...rest } = settings
      const named = Object.fromEntries(headers.map(({ name, value }) => [name, value]))
      return withoutNulls({ ...rest, headers: named, timeoutMs: httpTimeoutMs })
    }
    case 'SqlRelicSettings':
    case 'KeyValueRelicSettings': {
      const { __typename, kind, ...rest } = settings
      return withoutNulls(rest)
    }
    default:
      return {}
  }
}

function withoutNulls(fields: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null))
}
