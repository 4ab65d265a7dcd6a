/** Answers that a model might give, played back without one: `scripted/chat` is the script `chat`. Your own tests can play some, too (docs/embedding.md). */
import { type Message, type Script, type ScriptedTurn, sequence } from 'rungraph'
import { conversationOf, dataOf, resultOf, shorten, usd, wordsOf } from './scripts/conversation.ts'
import { planApprovalScript } from './scripts/newsletter.ts'
import { questionScript } from './scripts/question.ts'
import { approvalScript, permissionScript, specialistScript } from './scripts/refund.ts'
import { researchScript } from './scripts/research.ts'
import { standIn } from './scripts/stand-in.ts'
import { explainerScript, researcherScript, subagentsScript } from './scripts/subagents.ts'

const finalSummary: ScriptedTurn = {
  text: 'I was stopped at the limit. So far I counted the steps one by one; counting further is what is left to do.',
}

const slowSteps = 6

const slowWordMs = 130

/** Computes a price with a stored workflow, and answers with it. */
const workflowScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const quote = resultOf('workflow_demo-quote', conversation)
  if (!quote) {
    const pieces = Number(/\d{1,6}/.exec(conversation.request)?.[0] ?? 12)
    return {
      text: 'There is a workflow for quotes. I run it.',
      toolCalls: [{ name: 'workflow_demo-quote', arguments: { pieces } }],
    }
  }
  if (quote.isError) return { text: `There is no quote. ${wordsOf(quote.text)}` }
  const { pieces, gross, number } = dataOf(quote.text)
  return {
    text: `${String(pieces)} pieces cost ${usd(gross)} with tax. It is quote number ${String(number)}; the store remembers it for the next run.`,
  }
}

export const scripts: Readonly<Record<string, Script>> = {
  chat: ({ input }) => ({
    reasoning: 'The question is friendly; a short answer will do.',
    text: `You said: “${shorten(input)}”. I am a scripted demonstration, so this answer was written beforehand. Set a provider's API key and create an agent with a real model to hear a real one.`,
  }),

  'stand-in': standIn,

  slow: ({ turn }) =>
    turn < slowSteps
      ? {
          chunkDelayMs: slowWordMs,
          text: `Step ${turn + 1} of ${slowSteps}. I take my time with it, so that you can watch the words arrive one by one.`,
          toolCalls: [{ name: 'calculator', arguments: { expression: `${turn + 1} / ${slowSteps} * 100` } }],
        }
      : {
          chunkDelayMs: slowWordMs,
          text: 'All steps are done. You have seen every event of this run; read them again from any of their cursors.',
        },

  'tool-loop': (situation) =>
    sequence(
      {
        reasoning: 'First the net price, then the tax on it.',
        text: 'I work out the net price.',
        toolCalls: [{ name: 'calculator', arguments: { expression: '12 * 4.25' } }],
      },
      { text: 'Now the tax.', toolCalls: [{ name: 'calculator', arguments: { expression: '51 * 0.19' } }] },
      { text: 'And the sum.', toolCalls: [{ name: 'calculator', arguments: { expression: '51 + 9.69' } }] },
      { text: `Twelve pieces at 4.25 cost ${lastResult(situation.messages)} with 19 % tax.` },
    )(situation),

  'parallel-tools': (situation) =>
    sequence(
      {
        text: 'Three things at once.',
        toolCalls: [
          { name: 'current_time', arguments: { timeZone: 'UTC' } },
          { name: 'current_time', arguments: { timeZone: 'Asia/Tokyo' } },
          { name: 'calculator', arguments: { expression: '(2 + 3) * 4' } },
        ],
      },
      { text: `All three came back; the last one says ${lastResult(situation.messages)}.` },
    )(situation),

  'doom-loop': () => ({
    text: 'Let me try that again.',
    toolCalls: [{ name: 'calculator', arguments: { expression: '1 / 0' } }],
  }),

  'step-limit': ({ turn, toolsDisabled }) =>
    toolsDisabled
      ? finalSummary
      : {
          text: `Counting: ${turn + 1}.`,
          toolCalls: [{ name: 'calculator', arguments: { expression: `${turn} + 1` } }],
        },

  'failing-tool': (situation) =>
    sequence(
      {
        text: 'I read the address that was asked for.',
        toolCalls: [{ name: 'http_get', arguments: { url: 'http://169.254.169.254/latest/meta-data/' } }],
      },
      {
        text: 'That is not allowed. I try a tool that I do not have.',
        toolCalls: [{ name: 'teleport', arguments: { to: 'the data centre' } }],
      },
      {
        text: `Neither worked, and I say so instead of making something up. The last error was: ${lastResult(situation.messages)}`,
      },
    )(situation),

  research: researchScript,
  approval: approvalScript,
  'plan-approval': planApprovalScript,
  permission: permissionScript,
  question: questionScript,
  specialist: specialistScript,
  subagents: subagentsScript,
  researcher: researcherScript,
  explainer: explainerScript,
  workflow: workflowScript,

  mcp: (situation) => {
    const failed = conversationOf(situation.messages).results.find(({ isError }) => isError)
    if (failed) {
      return {
        text: `The orders cannot be reached. Is the server started with RUNGRAPH_MCP=examples/mcp.json? ${failed.text}`,
      }
    }
    return sequence(
      {
        text: 'I look for the orders of Kim.',
        toolCalls: [{ name: 'orders__find_orders', arguments: { customer: 'Kim' } }],
      },
      {
        text: 'One is open. I read it.',
        toolCalls: [{ name: 'orders__get_order', arguments: { id: 'A-1003' } }],
      },
      {
        text: 'I leave a note on it.',
        toolCalls: [
          { name: 'orders__add_note', arguments: { id: 'A-1003', note: 'Kim asked when it ships.' } },
        ],
      },
      { text: `The order is open, and the note stands on it: ${lastResult(situation.messages)}` },
    )(situation)
  },

  // The stages: outline, draft, polish.
  sequential: ({ input }) => {
    if (input.startsWith('Stage 1'))
      return { text: 'Why plans help: 1. order, 2. parallel work, 3. one place to look.' }
    if (input.startsWith('Stage 2')) {
      return {
        text: 'A plan puts work in order. What does not depend on each other runs side by side. And there is one place to look at when something fails, which is good.',
      }
    }
    return {
      text: 'A plan puts work in order, runs side by side what can be, and is the one place to look when something fails.',
    }
  },

  // Each iteration brings the last result closer to the square root of two.
  loop: ({ turn, input, messages }) => {
    const last = Number(/^-?[\d.]+$/m.exec(input)?.[0] ?? 1)
    if (turn === 0) {
      return {
        text: `The mean of ${last} and 2 / ${last} is closer.`,
        toolCalls: [{ name: 'calculator', arguments: { expression: `(${last} + 2 / ${last}) / 2` } }],
      }
    }
    const next = Number(lastResult(messages))
    if (Math.abs(next - last) > 1e-4) return { text: String(next) }
    const result = `The square root of 2 is ${next.toFixed(6)}: another iteration would change nothing that one sees.`
    return { text: 'This is close enough.', toolCalls: [{ name: 'exit_loop', arguments: { result } }] }
  },

  'self-check': ({ turn, input, messages }) => {
    if (isJudging(input)) return { text: judgedPrice(input) }
    if (messages.some((message) => message.role === 'user' && message.byEngine)) {
      return { text: `12 × 4.25 = 51 net; ${workedOut} with 19 % tax: twelve pieces cost 60.69.` }
    }
    return turn === 0
      ? {
          text: 'I work it out.',
          toolCalls: [{ name: 'calculator', arguments: { expression: '12 * 4.25 * 1.19' } }],
        }
      : { text: `Twelve pieces cost ${lastResult(messages)}.` }
  },

  'low-confidence': ({ input, messages }) => {
    if (isJudging(input)) {
      return {
        text: JSON.stringify({
          confidence: 0.3,
          reason: 'Two customers have this name, and nothing tells which of them is meant.',
        }),
      }
    }
    const hasReported = messages.some(({ role }) => role === 'tool')
    return hasReported
      ? { text: 'I leave both accounts open and ask which of the two is meant.' }
      : {
          text: 'I am to close the account of Kim. There are two customers of this name.',
          toolCalls: [
            {
              name: 'report_uncertainty',
              arguments: { reason: 'Which of the two customers named Kim is meant?' },
            },
          ],
        }
  },
}

/** A judge of an agent is shown its goal first. */
function isJudging(input: string): boolean {
  return input.startsWith('<goal>')
}

const workedOut = '51 × 1.19 = 60.69'

/** Verdicts on the two criteria, as the agent's record shows them. */
function judgedPrice(record: string): string {
  const conversation = record.split('<conversation>').at(-1) ?? ''
  const isNamed = conversation.includes('60.69')
  const isShown = conversation.includes(workedOut)
  return JSON.stringify({
    criteria: [
      { met: isNamed, evidence: isNamed ? 'It says 60.69.' : 'No price is named yet.' },
      { met: isShown, evidence: isShown ? 'Net price and tax are shown.' : 'Only the result is there.' },
    ],
    progress: isShown ? 1 : isNamed ? 0.5 : 0.2,
  })
}

function lastResult(messages: readonly Message[]): string {
  const message = messages.findLast((candidate) => candidate.role === 'tool')
  return message?.role === 'tool' ? message.text : 'nothing'
}
