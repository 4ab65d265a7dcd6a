import type { Message } from '../domain/message.ts'
import { inOrder, type Script, type ScriptedTurn } from './scripted.ts'

const lastWord: ScriptedTurn = {
  text: 'I was stopped at the limit. So far I counted the steps one by one; counting further is what is left to do.',
}

const slowSteps = 6
const slowWordMs = 130

/** The scripts of the demonstration agents: what a model might say, played back without one. */
export const demoScripts: Readonly<Record<string, Script>> = {
  chat: ({ input }) => ({
    reasoning: 'The question is friendly; a short answer will do.',
    text: `You said: “${shorten(input)}”. I am a scripted demonstration, so this answer was written beforehand. Set a provider's API key and create an agent with a real model to hear a real one.`,
  }),

  slow: ({ turn }) =>
    turn < slowSteps
      ? {
          paceMs: slowWordMs,
          text: `Step ${turn + 1} of ${slowSteps}. I take my time with it, so that you can watch the words arrive one by one.`,
          toolCalls: [{ name: 'calculator', arguments: { expression: `${turn + 1} / ${slowSteps} * 100` } }],
        }
      : {
          paceMs: slowWordMs,
          text: 'All steps are done. You have seen every event of this run; read them again from any of their cursors.',
        },

  'tool-loop': (situation) =>
    inOrder(
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
    inOrder(
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

  'step-limit': ({ turn, isLastWord }) =>
    isLastWord
      ? lastWord
      : {
          text: `Counting: ${turn + 1}.`,
          toolCalls: [{ name: 'calculator', arguments: { expression: `${turn} + 1` } }],
        },

  'failing-tool': (situation) =>
    inOrder(
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
}

function lastResult(messages: readonly Message[]): string {
  const message = messages.findLast((candidate) => candidate.role === 'tool')
  return message?.role === 'tool' ? message.text : 'nothing'
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
