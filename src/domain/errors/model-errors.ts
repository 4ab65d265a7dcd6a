import { quote, tool } from './rows.ts'

const unknownEffect = 'Whether it took effect is unknown. Check before you call it again.'

/** Errors that the model reads as the result of a call, also readable as `action.error`. The run continues. */
export const modelErrors = {
  TOOL_UNKNOWN: tool(
    (d: { tool: string; known: readonly string[]; absence?: string | null }) =>
      `${d.absence ? `The tool ${quote(d.tool)} is not available: ${d.absence}` : `Unknown tool ${quote(d.tool)}`}. Known tools: ${d.known.length > 0 ? d.known.join(', ') : 'none'}.`,
  ),
  PERMISSION_DENIED: tool(
    (d: { target: string; reason: string | null; permitted: readonly string[] }) =>
      `You may not call ${quote(d.target)}${d.reason === null ? '' : `: ${d.reason}`}. Permitted: ${d.permitted.length > 0 ? d.permitted.join(', ') : 'nothing else'}. Use only permitted calls.`,
  ),
  CALL_REJECTED: tool(
    (d: { target: string; note: string | null }) =>
      `A human rejected this call of ${quote(d.target)}.${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  CALL_REVISION_REQUESTED: tool(
    (d: { target: string; note: string }) =>
      `A human requested changes to this call of ${quote(d.target)}; it was not executed. Note: ${d.note}`,
  ),
  CALL_EXPIRED: tool(
    (d: { target: string }) =>
      `The approval of this call of ${quote(d.target)} expired; it was not executed. It was not rejected.`,
  ),
  CALL_TRUNCATED: tool(
    (d: { tool: string }) =>
      `The answer reached the output limit within this call of ${quote(d.tool)}; the truncated call was not executed. Call it again with shorter arguments, or split it into several calls.`,
  ),
  ANSWER_TRUNCATED: tool(
    (d: { cutBy: string; continuations: number }) =>
      `The answer was truncated at the output limit (${d.cutBy}) and was still incomplete after ${d.continuations} continuations. Ask for a shorter answer, or raise \`maxOutputTokens\` or \`maxContinuations\` of the agent.`,
  ),
  SPAWN_REFUSED: tool(
    (d: { agent: string; reason: string }) => `No run of ${quote(d.agent)} was started: ${d.reason}`,
  ),
  CHILD_STOPPED: tool(
    (d: { agent: string; reason: string; summary: string }) =>
      `The run of ${quote(d.agent)} stopped before it completed (${d.reason}). Partial result: ${d.summary || 'none'}`,
  ),
  CHILD_FAILED: tool(
    (d: { agent: string; code: string; error: string }) =>
      `The run of ${quote(d.agent)} failed (${d.code}): ${d.error}`,
  ),
  CHILD_CANCELLED: tool((d: { agent: string }) => `The run of ${quote(d.agent)} was aborted.`),
  TOOL_ARGUMENTS_INVALID: tool(
    (d: { tool: string; problems: readonly string[] }) =>
      `The arguments of ${quote(d.tool)} do not match its schema: ${d.problems.join('; ')}.`,
  ),
  TOOL_ARGUMENTS_UNPARSEABLE: tool(
    (d: { tool: string; reason: string }) =>
      `The arguments of ${quote(d.tool)} are not a JSON object: ${d.reason}.`,
  ),
  TOOL_FAILED: tool((d: { message: string }) => d.message),
  TOOL_TIMEOUT: tool(
    (d: { tool: string; timeoutMs: number; effect: 'read' | 'idempotent' | 'once' }) =>
      `${quote(d.tool)} returned no result within ${d.timeoutMs} ms.${d.effect === 'once' ? ` ${unknownEffect}` : ''}`,
  ),
  TOOL_REPEATED: tool((d: { tool: string; period: number; count: number }) =>
    d.period === 1
      ? `This is call ${d.count} in a row of ${quote(d.tool)} with the same arguments; it was not executed. Try a different approach.`
      : `You repeat the same ${d.period} calls with the same results for the ${d.count}th time; this call of ${quote(d.tool)} was not executed. Try a different approach.`,
  ),
  TOOL_REFUSED: tool(
    (d: { reason: string }) => `The call was not executed: ${d.reason}. Tools are disabled for this answer.`,
  ),
  TOOL_INTERRUPTED: tool((d: { reason: string }) => `The call was stopped before it ended: ${d.reason}`),
  REFERENCE_MISSING: tool((d: { message: string }) => d.message),
  CONDITION_FAILED: tool((d: { message: string }) => d.message),
  BRANCH_UNKNOWN: tool((d: { message: string }) => d.message),
  ACTION_INVALID: tool(
    (d: { action: string; problem: string }) => `${quote(d.action)} cannot be executed: ${d.problem}.`,
  ),
  ACTION_TIMEOUT: tool(
    (d: { action: string; timeoutMs: number; effect: string | null }) =>
      `${quote(d.action)} did not end within ${d.timeoutMs} ms.${d.effect === 'once' ? ` ${unknownEffect}` : ''}`,
  ),
  OUTPUT_UNKNOWN: tool(
    (d: { reference: string }) =>
      `No stored result ${quote(d.reference)} in this conversation. Use a reference from an earlier result.`,
  ),
  // `stray`: what it did outside of its promise, as a sentence.
  OUTCOME_UNKNOWN: tool((d: { tool: string; reason?: string; stray?: string }) => {
    if (d.stray !== undefined)
      return `The call of ${quote(d.tool)} did not end, and is not repeated. ${d.stray.replace(/\.$/, '')}. ${unknownEffect}`
    return d.reason === undefined
      ? `The call of ${quote(d.tool)} was interrupted and is not repeated. ${unknownEffect}`
      : `The call of ${quote(d.tool)} ended and is not repeated, but its answer cannot be read: ${d.reason}. ${unknownEffect}`
  }),
  RELIC_UNKNOWN: tool(
    (d: { relic: string; known: readonly string[] }) =>
      `Unknown relic ${quote(d.relic)}. Known relics: ${d.known.length > 0 ? d.known.join(', ') : 'none'}.`,
  ),
  RELIC_OPERATION_UNKNOWN: tool(
    (d: { relic: string; operation: string; known: readonly string[] }) =>
      `The relic ${quote(d.relic)} has no operation ${quote(d.operation)}. It has: ${d.known.join(', ')}.`,
  ),
  RELIC_PARAMETERS_INVALID: tool(
    (d: { relic: string; operation: string; problems: readonly string[] }) =>
      `The parameters of ${quote(`${d.relic}.${d.operation}`)} do not match its schema: ${d.problems.join('; ')}.`,
  ),
  RELIC_FAILED: tool((d: { relic: string; reason: string }) => `The relic ${quote(d.relic)}: ${d.reason}.`),
  RELIC_TIMEOUT: tool(
    (d: { relic: string; operation: string; timeoutMs: number; effect: 'read' | 'idempotent' | 'once' }) =>
      `${quote(`${d.relic}.${d.operation}`)} returned no result within ${d.timeoutMs} ms.${d.effect === 'once' ? ` ${unknownEffect}` : ''}`,
  ),
  SECRET_LOST: tool(
    // `of`: what held the secret; the arguments of the call where it is absent.
    (d: { action: string; of?: 'ANSWER' | 'EVENT' | 'STEP' }) => {
      switch (d.of) {
        case undefined:
          return `The arguments of ${quote(d.action)} contain the mark of a secret that was lost when the server restarted. Make the call again with the secret itself. (For operators: set RUNGRAPH_ENCRYPTION_KEY to keep secrets, encrypted.)`
        case 'ANSWER':
          return `The answer to ${quote(d.action)} contained a secret that can no longer be read. Ask again.`
        case 'EVENT':
          return `The event that ${quote(d.action)} waited for contained a secret that can no longer be read. It has to be sent again.`
        case 'STEP':
          return `The result of the step ${quote(d.action)} contained a secret that was lost when the server restarted. Make the call again. (For operators: set RUNGRAPH_ENCRYPTION_KEY to keep secrets, encrypted.)`
        default:
          return d.of satisfies never
      }
    },
  ),
  TARGET_UNREACHABLE: tool(
    // `isPrivate`: the address itself is the reason, and the operator may permit it.
    (d: { url: string; reason: string; isPrivate?: boolean }) => `${d.url} cannot be fetched: ${d.reason}.`,
  ),
  SERVER_UNAVAILABLE: tool(
    (d: { tool: string; server: string; reason: string }) =>
      `${quote(d.tool)} returned no result: the MCP server ${quote(d.server)} is not available (${d.reason}). Try again later, or continue without it.`,
  ),
  MCP_SIGN_IN_NEEDED: tool(
    (d: { tool: string; server: string; reason: string }) =>
      `${quote(d.tool)} was not called: a person must sign in to the MCP server ${quote(d.server)} first. ${d.reason}`,
  ),
  API_REFUSED: tool(
    (d: { tool: string; status: number; body: string; location?: string; retryAfter?: string }) => {
      const headers = [
        ...(d.retryAfter === undefined ? [] : [`Retry-After: ${d.retryAfter}`]),
        ...(d.location === undefined ? [] : [`Location: ${d.location}`]),
      ]
      const status = headers.length > 0 ? `${d.status} (${headers.join(', ')})` : String(d.status)
      return `${quote(d.tool)} returned the HTTP status ${status}${d.body === '' ? '.' : `: ${d.body}`}`
    },
  ),
} as const
