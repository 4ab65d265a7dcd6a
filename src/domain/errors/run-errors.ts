import { sentence } from '../text/foreign-text.ts'
import { quote, run } from './rows.ts'

/** Why a run is FAILED; readable as `run.error`. */
export const runErrors = {
  MODELS_EXHAUSTED: run((d: { attempts: readonly string[] }) => `No model answered. ${listed(d.attempts)}`),
  ANSWER_REFUSED: run(
    (d: { attempts: readonly string[] }) =>
      `Every model refused to answer, or its provider blocked the answer. ${listed(d.attempts)} Change the input or the system prompt, or add a model that answers to \`fallbackModels\`.`,
  ),
  ANSWER_TOO_LARGE: run(
    (d: { attempts: readonly string[] }) => `The answer of every model was too large. ${listed(d.attempts)}`,
  ),
  OUTPUT_INVALID: run(
    (d: { problems: readonly string[] }) =>
      `The answer does not match the output schema, also after the model was asked to correct it: ${listed(d.problems)}`,
  ),
  PLAN_INVALID: run(
    (d: { problems: readonly string[] }) =>
      `The model returned no valid plan, also after it received the problems: ${listed(d.problems)}`,
  ),
  PLAN_FAILED: run(
    (d: { failed: readonly string[] }) =>
      `The plan was executed without replanning (STRICT), and some actions failed: ${listed(d.failed)}`,
  ),
  ACTION_FAILED: run(
    (d: { action: string; error: string }) =>
      `The action ${quote(d.action)} failed, and the agent ends the run on an error (\`terminateOnError\`): ${d.error}`,
  ),
  DOOM_LOOP: run((d: { what: 'calls' | 'words'; tool: string; period: number; count: number }) => {
    const times = `${d.count} times in a row`
    if (d.what === 'words')
      return `The model repeated the same text ${times} without calling a tool, after a request to call one.`
    return d.period === 1
      ? `The model called ${quote(d.tool)} ${times} with the same arguments, after a request to try a different approach.`
      : `The model made the same ${d.period} calls, the last of them of ${quote(d.tool)}, ${times} with the same results, after a request to try a different approach.`
  }),
  CRASH_LOOP: run(
    (d: { deaths: number }) =>
      `${d.deaths} workers in a row lost this run without progress of it: their processes ended, could not reach PostgreSQL, or wrote what PostgreSQL refuses. The logs of the workers say which; then trigger a new run.`,
  ),
  GATE_REJECTED: run(
    (d: { reason: string; note: string | null }) =>
      `A human decided not to continue the run. ${d.reason}${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  GATE_EXPIRED: run(
    (d: { reason: string }) => `The gate expired before a decision whether to continue the run. ${d.reason}`,
  ),
  PERMISSION_BLOCKED: run(
    (d: { target: string; note: string | null }) =>
      `The run needs ${quote(d.target)}, and a human rejected it.${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  REPLAY_DIVERGED: run(
    (d: { stepNumber: number; what: string }) =>
      `The replay diverged from its record in step ${d.stepNumber}: no recorded result matches ${d.what}. The code, the tools of the agent or the data that the run read has changed, or the record ends there because the run was stopped.`,
  ),
  FILE_GONE: run(
    (d: { fileId: string }) =>
      `The file ${d.fileId}, which a message of the conversation names, was deleted. Trigger a new run without it.`,
  ),
  RUN_FAILED: run((d: { message: string }) => d.message),
} as const

/** The words of providers and models may end as a sentence does. */
function listed(list: readonly string[]): string {
  return sentence(list.join('; '))
}
