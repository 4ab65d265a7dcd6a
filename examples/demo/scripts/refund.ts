import type { Script, ScriptedTurn } from 'rungraph'
import { conversationOf, type Data, dataOf, isData, resultOf, usd, wordsOf } from './conversation.ts'

/** Pays money back once a human has approved it; where one refuses, it reports that and leaves a note instead. */
export const approvalScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const order = resultOf('look_up_order', conversation)
  const refund = resultOf('pay_refund', conversation)
  const note = resultOf('note_on_order', conversation)
  if (!order) return lookUp(orderIn(conversation.request))
  if (order.isError) return noOrder(order.text)
  if (!refund) return askForRefund(dataOf(order.text))
  if (!refund.isError) return { text: refundMessage(dataOf(refund.text), dataOf(order.text)) }
  return note ? { text: refusalMessage(dataOf(order.text), refund.text) } : leaveNote(dataOf(order.text))
}

/** Asks for a call that it may not make, repeats it after it read the alternatives, and its specialist makes the call. */
export const permissionScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const order = resultOf('look_up_order', conversation)
  const payments = conversation.results.filter(({ name }) => name === 'pay_refund')
  const last = payments.at(-1)
  if (!order) return lookUp(orderIn(conversation.request))
  if (order.isError) return noOrder(order.text)
  if (!last) return askForRefund(dataOf(order.text))
  if (!last.isError)
    return {
      text:
        payments.length === 1 ? messageOf(last.text) : `It is done, by one who may: ${messageOf(last.text)}`,
    }
  if (payments.length > 1) return { text: `I could not have it paid back. ${wordsOf(last.text)}` }
  return {
    ...askForRefund(dataOf(order.text)),
    reasoning: `With a note alone ${words(dataOf(order.text).customer)} has no money back.`,
    text: 'I may not pay, and nothing of what I may call pays. I ask again, for whoever may.',
  }
}

/** Makes the payment that another agent may not make, once it has seen that the order is worth it. */
export const specialistScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const call = callIn(conversation.request)
  if (!call)
    return { text: 'I pay refunds that other agents ask for. There is no such call in what I was told.' }
  const order = resultOf('look_up_order', conversation)
  const refund = resultOf('pay_refund', conversation)
  if (!order) return lookUp(String(call.orderId))
  if (order.isError) return noOrder(order.text)
  if (refund) return { text: refund.isError ? wordsOf(refund.text) : refundMessage(dataOf(refund.text), {}) }
  return Number(call.amountUsd) <= Number(dataOf(order.text).paidUsd)
    ? {
        text: `${usd(dataOf(order.text).paidUsd)} were paid, so the call is proper. I make it.`,
        toolCalls: [{ name: 'pay_refund', arguments: call }],
      }
    : { text: `I do not make the call: only ${usd(dataOf(order.text).paidUsd)} were paid.` }
}

function lookUp(orderId: string): ScriptedTurn {
  return {
    reasoning: 'Before money is paid back, I want to see what was paid.',
    text: `I look up order ${orderId}.`,
    toolCalls: [{ name: 'look_up_order', arguments: { orderId } }],
  }
}

function noOrder(why: string): ScriptedTurn {
  return { text: `I pay nothing back. ${wordsOf(why)}` }
}

function askForRefund({ orderId = null, customer, item, paidUsd = null }: Data): ScriptedTurn {
  return {
    text: `${words(customer)} paid ${usd(paidUsd)} for a ${words(item).toLowerCase()}. I pay it back.`,
    toolCalls: [{ name: 'pay_refund', arguments: { orderId, amountUsd: paidUsd } }],
  }
}

/** Result of a refund, in the words of a specialist or of the tool. */
function messageOf(result: string): string {
  const data = dataOf(result)
  return data.refundedUsd === undefined ? result : refundMessage(data, {})
}

function refundMessage({ orderId, refundedUsd }: Data, { paidUsd = null }: Data): string {
  const isLess = paidUsd !== null && Number(refundedUsd) < Number(paidUsd)
  const rest = isLess ? ` That is what was decided, of the ${usd(paidUsd)} that were paid.` : ''
  return `${usd(refundedUsd)} were paid back for order ${words(orderId)}.${rest}`
}

function leaveNote({ orderId = null, paidUsd }: Data): ScriptedTurn {
  const note = `A refund of ${usd(paidUsd)} was asked for and not paid.`
  return {
    text: 'That is not to be paid by me. I leave a note on the order, so that a colleague can answer.',
    toolCalls: [{ name: 'note_on_order', arguments: { orderId, note } }],
  }
}

function refusalMessage({ orderId, customer }: Data, why: string): string {
  return `Nothing was paid back for order ${words(orderId)}. ${wordsOf(why)} A note is on the order, and ${words(customer)} will hear from a colleague.`
}

function words(value: unknown): string {
  return String(value ?? '')
}

function orderIn(request: string): string {
  return /A-\d{4}/.exec(request)?.[0] ?? 'A-1001'
}

/** The arguments of the refund that a specialist is asked for; `null` where it is asked for anything else. */
function callIn(request: string): Data | null {
  const text = /<call>([\s\S]*)<\/call>/.exec(request)?.[1] ?? ''
  const { tool, arguments: args } = dataOf(text)
  return tool === 'pay_refund' && isData(args) ? args : null
}
