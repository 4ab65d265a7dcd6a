import { type ChatDialectName, chatDialectNames } from '../../domain/chat-dialect.ts'
import { type ChatDialect, strict } from './chat-dialect.ts'
import { type DialectRow, dialectRows, modelRows } from './chat-dialect-rows.ts'

/** Returns the dialect of a server for a model, by the server's name or address. */
export function chatDialect(
  model: string,
  { name, baseUrl }: { readonly name?: ChatDialectName | undefined; readonly baseUrl: string },
): ChatDialect {
  const known = name ?? dialectAt(baseUrl)
  const row: DialectRow = dialectRows[known]
  let dialect: ChatDialect = { ...strict, ...row.changes }
  for (const { model: pattern, on, changes } of modelRows) {
    if (on.includes(known) && pattern.test(model)) dialect = { ...dialect, ...changes(dialect) }
  }
  return dialect
}

/** The server at an address; `strict` where nobody knows it. */
function dialectAt(baseUrl: string): ChatDialectName {
  const host = URL.parse(baseUrl)?.host ?? ''
  return chatDialectNames.find((name) => hostOf(name)?.test(host)) ?? 'strict'
}

function hostOf(name: ChatDialectName): RegExp | undefined {
  const row: DialectRow = dialectRows[name]
  return row.host
}
