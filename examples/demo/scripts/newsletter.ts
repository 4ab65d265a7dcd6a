import type { Script, ScriptedTurn } from 'rungraph'
import { conversationOf } from './conversation.ts'

const task = 'Write the newsletter of this spring, in two sentences.'

const newsletter =
  'Spring is here, and so are our new desk lamps: warmer light, half the power. Until the end of the month they come with free delivery.'

/** Plans a newsletter for everyone; rejected, it plans one for the testers; rejected again, it gives up. */
export const planApprovalScript: Script = ({ input, messages }) => {
  if (input.startsWith(task)) return { text: newsletter }
  const { userTexts } = conversationOf(messages)
  const last = userTexts.findLast((words) => words.startsWith('Results of the plan:')) ?? null
  const sentBack = userTexts.filter((words) => words.includes('A human sent the plan back')).length
  if (last === null)
    return planFor(
      'everyone',
      'First the customers who get it, then a text for them; with both it is sent, and kept.',
    )
  if (last.includes('A human sent the plan back')) {
    return sentBack === 1
      ? planFor('testers', 'That was too much at once: first the testers alone.')
      : answer('Both plans came back.', 'Nothing was sent. Tell me what is to be different, and I plan anew.')
  }
  const sentTo = /^- send SUCCEEDED: .*"sentTo":(\d+)/m.exec(last)?.[1]
  return sentTo === undefined
    ? answer('It was not sent.', 'The newsletter was not sent; the steps of this run tell why.')
    : answer('It is sent.', `The newsletter is on its way to ${sentTo} customers: “${newsletter}”`)
}

function planFor(group: string, reasoning: string): ScriptedTurn {
  const actions = [
    {
      name: 'count',
      type: 'TOOL',
      target: 'list_customers',
      parameters: { group },
      outputKey: 'customers',
    },
    {
      name: 'write',
      type: 'LLM',
      parameters: { prompt: `${task} Its readers: \${customers.group}, \${customers.count} of them.` },
      outputKey: 'newsletter',
    },
    {
      name: 'send',
      type: 'TOOL',
      target: 'send_newsletter',
      parameters: { group: '$customers.group', text: '$newsletter' },
    },
    {
      name: 'keep',
      type: 'RELIC',
      target: 'demo_store.set',
      dependsOn: ['send'],
      parameters: { key: 'newsletter', value: '$newsletter' },
    },
  ]
  return { reasoning, plan: { actions } }
}

function answer(reasoning: string, text: string): ScriptedTurn {
  return { reasoning, answer: text }
}
