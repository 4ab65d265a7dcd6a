import { RungraphError } from '../domain/errors.ts'
import type { Config } from '../settings/config.ts'
import { readConfig } from '../settings/config.ts'
import type { ValueKind } from '../settings/config-values.ts'
import { settings } from '../settings/settings.ts'
import { listTools } from '../tools/user-module.ts'
import type { AppCode, AppOptions, Environment } from './app-options.ts'

/** Options of `createApp` that are no settings. */
const codeOptions = [
  ...['env', 'providers', 'canExecuteTool', 'evaluators', 'guards', 'priceOf', 'modelInfo', 'clock'],
  ...['newId', 'random', 'report'],
] as const

/** An app in code gets the demonstration agents only on request. */
const defaults: Environment = { RUNGRAPH_DEMO: 'off' }

/** Result of reading the options of `createApp`. */
interface ReadOptions {
  readonly config: Config
  readonly code: AppCode
  /** The environment and the options together, as variables: the secrets among them are known by their names. */
  readonly variables: Environment
}

/**
 * Reads the options of `createApp`: settings are converted to variables of an environment, and are checked by the same rules.
 * @throws SETTING_INVALID with every problem at once, TOOL_INVALID
 */
export function readOptions(options: AppOptions): ReadOptions {
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined))
  const problems = unknownOptions([...given.keys()])
  const texts: Record<string, string> = {}
  for (const { name, option, value: kind, secret, fallback } of settings) {
    const value = given.get(option)
    if (value === undefined || isContent(option, value)) continue
    const text = environmentText(kind, value)
    const is = secret ? '' : ` is ${shown(value)}; it`
    if (text === null) problems.push(`${option}${is} must be ${nounOf(kind)}.`)
    // It would count as unset, and mean the opposite.
    else if (text === '' && Array.isArray(value) && fallback)
      problems.push(`${option} is an empty list. Leave it out for ${fallback}, or name what it is to allow.`)
    else texts[name] = text
  }
  if (problems.length > 0) throw new RungraphError('SETTING_INVALID', { problems })
  const env = options.env ?? {}
  const variables = { ...defaults, ...env, ...texts }
  const config = readConfig(variables, (name, text) => {
    const option = Object.hasOwn(texts, name) ? settings.find((known) => known.name === name)?.option : null
    return option
      ? { as: option, value: shown(given.get(option)) }
      : { as: name, value: JSON.stringify(text) }
  })
  return { config, code: toCode(options, env), variables }
}

/** Of these settings code may give the content in place of the path. */
function isContent(option: string, value: unknown): boolean {
  return ['tools', 'agents', 'mcp', 'openapi', 'models'].includes(option) && typeof value !== 'string'
}

function toCode(options: AppOptions, environment: Environment): AppCode {
  const { tools, agents, mcp, openapi, models, providers, canExecuteTool, evaluators } = options
  const { guards, priceOf, modelInfo, clock, newId, random, report } = options
  return {
    ...{ environment, providers, canExecuteTool, evaluators, guards, priceOf, modelInfo },
    ...{ clock, newId, random, report },
    ownTools: typeof tools === 'object' ? listTools(tools) : undefined,
    agents: contentOf(agents),
    mcp: contentOf(mcp),
    openapi: contentOf(openapi),
    modelFacts: contentOf(models),
  }
}

/** What is no path. */
function contentOf<Content extends object>(value: string | Content | undefined): Content | undefined {
  return typeof value === 'object' ? value : undefined
}

/** JavaScript has no compiler to ask. */
function unknownOptions(names: readonly string[]): string[] {
  const known: readonly string[] = [...settings.map(({ option }) => option), ...codeOptions]
  return names
    .filter((name) => !known.includes(name))
    .map((name) => {
      const variable = settings.find((setting) => setting.name === name)
      return variable
        ? `${name} is a variable; its option is ${variable.option}. To read variables, set env: process.env.`
        : `${name} is no option of createApp. docs/embedding.md has them all.`
    })
}

/** A value as the environment would have it; `null` where it is not of its kind. */
function environmentText(kind: ValueKind, value: unknown): string | null {
  if (typeof value === 'string') return value
  switch (kind.kind) {
    case 'text':
    case 'choice':
      return null
    case 'number':
      return typeof value === 'number' ? String(value) : null
    case 'switch':
      return typeof value === 'boolean' ? (value ? kind.on : kind.off) : null
    case 'list':
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
        ? value.join(',')
        : null
    case 'pairs':
      return pairsOf(value)
    default:
      return kind satisfies never
  }
}

function pairsOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (!entries.every(([, text]) => typeof text === 'string')) return null
  return entries.map(([name, text]) => `${name}=${encodeURIComponent(String(text))}`).join(',')
}

function nounOf({ kind }: ValueKind): string {
  return {
    text: 'a text',
    choice: 'a text',
    number: 'a number',
    switch: 'true or false',
    list: 'a list of texts',
    pairs: 'an object of texts',
  }[kind]
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? typeof value
}
