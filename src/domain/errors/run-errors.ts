import { quote, run } from './rows.ts'

/** Why a run FAILED; read as `run.error`. */
export const runErrors = {
  MODELS_EXHAUSTED: run(
    (d: { attempts: readonly string[] }) => `No model gave an answer. ${d.attempts.join('; ')}.`,
  ),
  ANSWER_REFUSED: run(
    (d: { attempts: readonly string[] }) =>
      `Every model refused to answer, or its provider blocked the answer. ${d.attempts.join('; ')}. Change the input or the system prompt, or name a model in \`fallbackModels\` that answers.`,
  ),
  OUTPUT_INVALID: run(
    (d: { problems: readonly string[] }) =>
      `The answer does not fit the output schema, after being asked to mend it: ${d.problems.join('; ')}.`,
  ),
  PLAN_INVALID: run(
    (d: { problems: readonly string[] }) =>
      `The model gave no plan that can be executed, after being told what was wrong: ${d.problems.join('; ')}.`,
  ),
  PLAN_FAILED: run(
    (d: { failed: readonly string[] }) =>
      `The plan was executed as it stands, and not all of it succeeded: ${d.failed.join('; ')}.`,
  ),
  ACTION_FAILED: run(
    (d: { action: string; error: string }) =>
      `The action ${quote(d.action)} failed, and the agent's definition ends the run then (\`terminateOnError\`): ${d.error}`,
  ),
  DOOM_LOOP: run((d: { what: 'calls' | 'words'; tool: string; period: number; count: number }) => {
    const times = `${d.count} times in a row`
    if (d.what === 'words')
      return `The model said the same ${times} without calling a tool, after being told to call one.`
    return d.period === 1
      ? `The model called ${quote(d.tool)} ${times} with the same arguments, after being told to try another way.`
      : `The model made the same ${d.period} calls, the last of them of ${quote(d.tool)}, ${times} with the same results, after being told to try another way.`
  }),
  CRASH_LOOP: run(
    (d: { deaths: number }) =>
      `The process that executed this run died ${d.deaths} times without the run getting any further. See the server's log, then trigger the run anew.`,
  ),
  GATE_REJECTED: run(
    (d: { reason: string; note: string | null }) =>
      `A human decided that the run does not go on. ${d.reason}${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  GATE_EXPIRED: run((d: { reason: string }) => `Nobody decided in time whether the run goes on. ${d.reason}`),
  PERMISSION_BLOCKED: run(
    (d: { target: string; note: string | null }) =>
      `The run needs ${quote(d.target)}, and a human refused it.${d.note === null ? '' : ` Note: ${d.note}`}`,
  ),
  REPLAY_DIVERGED: run(
    (d: { stepNumber: number; what: string }) =>
      `The replay left its record in step ${d.stepNumber}: nothing recorded fits ${d.what}. The code, the agent's tools or what the run read has changed, or the record ends there because the run was stopped.`,
  ),
  RUN_FAILED: run((d: { message: string }) => d.message),
} as const
