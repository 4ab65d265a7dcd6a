import type { AgentDefinition, PromptSection } from '../../domain/agent.ts'
import { hasLineBreak, oneLine } from '../../domain/foreign-text.ts'
import { isJsonObject, type Json } from '../../domain/json.ts'
import type { ToolSpec } from '../../domain/model.ts'
import { cutText } from './show.ts'

/** Sources of a system prompt (CTX-4). */
export interface PromptSources {
  readonly definition: Pick<AgentDefinition, 'systemPrompt' | 'promptSections' | 'skills' | 'timeZone'>
  /** Milliseconds since 1970. */
  readonly now: number
  /** The data that the run was triggered with. */
  readonly runContext: Json
  /** Memory of the session, one line each. */
  readonly memory: readonly string[]
  readonly tools: readonly ToolSpec[]
}

const maxContextChars = 8_000

/**
 * The agent's own prompt, then the sections that it chose and that have content. The sections that change most come last, so that a
 * provider's cache holds those before. `null` where the prompt is empty.
 */
export function assemblePrompt(sources: PromptSources): string | null {
  const { systemPrompt, promptSections } = sources.definition
  const chosen = order.filter((section) => promptSections.includes(section))
  const parts = [systemPrompt, ...chosen.map((section) => writers[section](sources))]
  const texts = parts.filter((part) => part !== null && part.trim() !== '')
  return texts.length === 0 ? null : texts.join('\n\n')
}

const order: readonly PromptSection[] = ['SKILLS', 'TOOLS', 'MEMORY', 'CONTEXT', 'DATE_TIME']

const writers: Record<PromptSection, (sources: PromptSources) => string | null> = {
  SKILLS: ({ definition }) =>
    definition.skills
      .map(({ name, instructions }) => `## Skill: ${oneLine(name)}\n${instructions}`)
      .join('\n\n') || null,
  TOOLS: ({ tools }) =>
    list(
      '## Tools',
      tools.map(({ name, description }) => `${name}: ${firstSentence(description)}`),
    ),
  MEMORY: ({ memory }) => list('## What is remembered', memory.map(oneLine)),
  CONTEXT: ({ runContext }) => contextSection(runContext),
  DATE_TIME: ({ now, definition }) => `The date and time is ${dateTime(now, definition.timeZone)}.`,
}

function list(heading: string, lines: readonly string[]): string | null {
  return lines.length === 0 ? null : [heading, ...lines.map((line) => `- ${line}`)].join('\n')
}

function contextSection(context: Json): string | null {
  if (!isJsonObject(context) || Object.keys(context).length === 0) return null
  const { origin, ...rest } = context
  // Where the message comes from is first: what is cut off is the end.
  const lines = Object.entries({ ...(origin !== undefined && { origin }), ...rest }).map(([key, value]) =>
    cutText(oneLine(`${key}: ${isPlain(value) ? value : JSON.stringify(value)}`), maxContextChars),
  )
  return cutText(list('## Context', lines) ?? '', maxContextChars)
}

/** A text of several lines is shown as JSON, which says where they break. */
function isPlain(value: Json): value is string {
  return typeof value === 'string' && !hasLineBreak(value)
}

function firstSentence(text: string): string {
  const [line = ''] = text.trim().split(/[\n\v\f\r\u0085\u2028\u2029]/)
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line
}

/** `Saturday, 21 November 2026, 13:05 (Europe/Berlin)` */
function dateTime(now: number, timeZone: string): string {
  const { day, time } = formatsOf(timeZone)
  return `${day.format(now)}, ${time.format(now)} (${timeZone})`
}

interface Formats {
  readonly day: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
}

/** By time zone, of which there are a few hundred. To make them takes longer than all else in a prompt. */
const formats = new Map<string, Formats>()

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone)
  if (known) return known
  const made = {
    day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }),
    time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }),
  }
  formats.set(timeZone, made)
  return made
}
