import { UrlElicitationRequiredError } from '@modelcontextprotocol/client'
import { CallAsks, type CallDialog, type ResumedCall } from '../../domain/call-dialog.ts'
import type { Question } from '../../domain/call-steps.ts'
import { RungraphError } from '../../domain/errors.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject, toJson } from '../../domain/json.ts'
import { type ElicitAnswer, maxElicitations, toElicitAnswer, toElicited } from './elicitation.ts'
import { warnOfRefusal } from './hearing-calls.ts'
import { mapOf } from './loose-json.ts'
import { UnfinishedResult, type WantedInput } from './mcp-answers.ts'

/** The answers to what a server wants, by its names. */
export type InputResponses = Readonly<Record<string, ElicitAnswer>>

/** What goes with a call that is made again. */
export interface GivenInput {
  readonly inputResponses?: InputResponses
  readonly requestState?: string
}

/** What a call is to know that begins again behind its questions. */
type Names = readonly (readonly [name: string, kind: 'form' | 'url'])[]

/**
 * The questions of a server that does a call only with their answers (ELICIT-1). Gives what goes with the call, where people need not be
 * asked. @throws CallAsks where they must, or TOOL_FAILED
 */
function askFor({ requests, requestState }: WantedInput, dialog: CallDialog, server: string): GivenInput {
  const wanted = Object.entries(requests)
  if (wanted.length > maxElicitations)
    throw failed(server, `asks for more than ${maxElicitations} things at once`)
  const given: Record<string, ElicitAnswer> = {}
  const names: (readonly [string, 'form' | 'url'])[] = []
  const questions: Question[] = []
  for (const [name, request] of wanted) {
    const { method, params = null } = mapOf(request)
    if (method !== 'elicitation/create')
      throw failed(server, `asks for ${JSON.stringify(method ?? null)}, which nobody can give`)
    const asked = toElicited(params, server)
    if (asked.kind === 'refused') {
      warnOfRefusal(dialog, server, asked.reason)
      given[name] = { action: 'decline' }
    } else {
      names.push([name, asked.kind])
      questions.push(asked.question)
    }
  }
  if (questions.length > 0) throw new CallAsks(questions, { requestState, given, names })
  return withInput(given, requestState)
}

/**
 * The answers to what a task wants before it goes on: those that people have given, as long as it wants them. @throws CallAsks where people
 * must be asked first, or TOOL_FAILED
 */
export function answersTo(
  requests: JsonObject,
  { inputResponses = {} }: GivenInput,
  dialog: CallDialog,
  server: string,
): InputResponses {
  const given = Object.entries(inputResponses).filter(([name]) => requests[name] !== undefined)
  if (given.length > 0) return Object.fromEntries(given)
  return askFor({ requests, requestState: null }, dialog, server).inputResponses ?? {}
}

/**
 * The addresses that a server of the older generation wants a person to open before it does a call: the error says that nothing was done.
 * @throws CallAsks, or TOOL_FAILED
 */
function askToVisit(visits: readonly Json[], server: string): never {
  const questions = visits.slice(0, maxElicitations).map((visit) => {
    const asked = toElicited(isJsonObject(visit) ? { ...visit, mode: 'url' } : visit, server)
    if (asked.kind === 'refused')
      throw failed(server, `asks to open an address that is refused: ${asked.reason}`)
    return asked.question
  })
  if (questions.length === 0) throw failed(server, 'asks to open an address, and names none')
  throw new CallAsks(questions, { isVisit: true })
}

/** A call that its server wants to have again with input before it does it. */
export interface WantingCall {
  readonly kind: 'wanting'
  readonly error: unknown
  /** What goes with it. @throws CallAsks where people must be asked first, or TOOL_FAILED */
  ask(): GivenInput
}

/** `null`: the error of a call says nothing of the kind. */
export function wantingCall(error: unknown, dialog: CallDialog, server: string): WantingCall | null {
  const kind = 'wanting'
  if (error instanceof UnfinishedResult && error.wanted) {
    const { wanted } = error
    return { kind, error, ask: () => askFor(wanted, dialog, server) }
  }
  if (error instanceof UrlElicitationRequiredError)
    return { kind, error, ask: () => askToVisit(error.elicitations.map(toJson), server) }
  return null
}

/** What goes with a call that begins again behind its questions. @throws TOOL_FAILED where a person did not open what is needed */
export function givenInput(resumed: ResumedCall, server: string): GivenInput {
  checkDone(resumed, server)
  const { state, outcomes } = resumed
  const { requestState = null, given = {}, names = [] } = mapOf(state)
  const answers: Record<string, ElicitAnswer> = {}
  for (const name of Object.keys(mapOf(given))) answers[name] = { action: 'decline' }
  for (const [index, [name, kind]] of readNames(names).entries()) {
    const outcome = outcomes[index]
    if (outcome) answers[name] = toElicitAnswer(outcome, kind)
  }
  return withInput(answers, typeof requestState === 'string' ? requestState : null)
}

/** @throws TOOL_FAILED where a person was to open an address or to sign in, and did not */
export function checkDone({ state, outcomes }: ResumedCall, server: string): void {
  if (outcomes.every(({ status }) => status === 'ANSWERED')) return
  const { isVisit, isSignIn } = mapOf(state)
  if (isVisit === true) throw failed(server, 'needs a person to open an address first, and nobody did')
  if (isSignIn === true) throw failed(server, 'needs a person to sign in first, and nobody did')
}

function withInput(answers: Readonly<Record<string, ElicitAnswer>>, requestState: string | null): GivenInput {
  return {
    ...(Object.keys(answers).length > 0 && { inputResponses: answers }),
    ...(requestState !== null && { requestState }),
  }
}

/** It was written by `askFor`. */
function readNames(names: Json): Names {
  return (isJsonArray(names) ? names : []).map((pair) => {
    const [name, kind] = isJsonArray(pair) ? pair : []
    return [String(name), kind === 'url' ? 'url' : 'form'] as const
  })
}

function failed(server: string, what: string): RungraphError {
  return new RungraphError('TOOL_FAILED', { message: `The MCP server "${server}" ${what}.` })
}
