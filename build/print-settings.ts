import { mkdir, writeFile } from 'node:fs/promises'
import type { ValueKind } from '../src/settings/config-values.ts'
import { settings } from '../src/settings/settings.ts'

/** Of the commands alone, or written by hand in `AppOptions` because code has more to give than a path. */
const otherwise = ['url', 'key', 'tools', 'agents', 'mcp', 'openapi', 'models']

// Writes src/generated/settings.ts: the settings as options of `createApp`, with the words of docs/reference/settings.md.
const folder = new URL('../src/generated/', import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(new URL('settings.ts', folder), settingsInterface())

function settingsInterface(): string {
  const fields = settings
    .filter(({ option }) => !otherwise.includes(option))
    .map(({ name, option, description, fallback, value }) => {
      const unset = fallback === null ? 'unset' : `\`${fallback || "''"}\``
      return `  /**\n   * ${description}\n   *\n   * Variable: \`${name}\`. Default: ${unset}.\n   */\n  readonly ${option}?: ${typeOf(value)} | undefined\n`
    })
  return `/** The settings of docs/reference/settings.md by name, as code gives them. Written by build/print-settings.ts. */
export interface Settings {
${fields.join('')}}
`
}

function typeOf(value: ValueKind): string {
  switch (value.kind) {
    case 'text':
      return 'string'
    case 'number':
      return 'number'
    case 'switch':
      return 'boolean'
    case 'choice':
      return unionOf(value.words)
    case 'list':
      return 'string | readonly string[]'
    case 'pairs':
      return `Readonly<Record<string, ${value.words ? unionOf(value.words) : 'string'}>>`
    default:
      return value satisfies never
  }
}

function unionOf(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(' | ')
}
