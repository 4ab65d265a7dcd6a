import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../checks/run-command.ts'

/** The pages of the documentation, by their paths. */
export const documents = [
  'README.md',
  ...globSync('docs/{,internals/,reference/}*.md', { cwd: root }).toSorted(),
]

export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** The blocks of code of a page in a language, in their order. */
export function codeIn(path: string, language: string): readonly string[] {
  const block = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')
  return [...textOf(path).matchAll(block)].map(([, text = '']) => text)
}

/** The GraphQL operations of a page, by their names. */
export function operationsIn(path: string): ReadonlyMap<string, string> {
  return new Map(
    codeIn(path, 'graphql').map((text) => [
      /^(?:query|mutation|subscription) (\w+)/.exec(text)?.[1] ?? '',
      text,
    ]),
  )
}
