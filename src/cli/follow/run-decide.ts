import { isJsonObject } from '../../domain/json.ts'
import type { ResolveGateInput } from '../../generated/follower/graphql.ts'
import { atAddress, type RemoteAddress } from '../remote/at-server.ts'
import { wrongArguments } from '../terminal/argument-values.ts'
import type { CommandContext } from '../terminal/command-context.ts'

interface DecideCall extends RemoteAddress {
  /** Global id of the gate. */
  readonly gate: string
  readonly decision: 'approve' | 'reject' | 'answer'
  /** A JSON object, or a text. */
  readonly answer?: string | undefined
  readonly note?: string | undefined
}

/** Decides a gate. @throws ARGUMENTS_INVALID, SERVER_UNREACHABLE, SERVER_REFUSED */
export async function runDecide(call: DecideCall, { settings, terminal }: CommandContext): Promise<void> {
  const { gate: id, note } = call
  const decision = toDecision(call)
  const { status, run } = await atAddress(call, { command: 'decide', settings }, (client) =>
    client.resolveGate({ id, note, ...decision }),
  )
  terminal.print(`The gate is ${status}; run ${run.id} is ${run.status}.`)
}

const decisions = { approve: 'APPROVE', reject: 'REJECT', answer: 'ANSWER' } as const

function toDecision({ decision, answer }: DecideCall): Pick<ResolveGateInput, 'decision' | 'answer'> {
  if (decision !== 'answer' && answer !== undefined)
    throw wrongArguments('decide', `the answer is for answer; the decision is ${decision}`)
  if (decision === 'answer' && answer === undefined)
    throw wrongArguments('decide', `the answer is missing: a JSON object, or a text`)
  return { decision: decisions[decision], ...(answer !== undefined && { answer: toAnswer(answer) }) }
}

/** A text stands for the answer to a question without a schema of its own. */
function toAnswer(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
  } catch {
    // It is a text.
  }
  return { answer: text }
}
