import type { Script } from 'rungraph'
import { conversationOf, dataOf, resultOf, wordsOf } from './conversation.ts'

/** The answer that it asks for: fields with a title and a description make a good form. */
const delivery = {
  type: 'object',
  properties: {
    place: {
      title: 'Where to',
      type: 'string',
      oneOf: [
        { const: 'home', title: 'Home' },
        { const: 'shop', title: 'A parcel shop' },
      ],
    },
    date: { title: 'On which day', type: 'string', format: 'date' },
    email: { title: 'Address for the confirmation', type: 'string', format: 'email' },
    floors: { title: 'Floors without a lift', type: 'integer', minimum: 0, maximum: 40, default: 0 },
    extras: {
      title: 'Extras',
      type: 'array',
      items: { type: 'string', enum: ['assembly', 'old furniture taken away'] },
    },
    isGift: { title: 'It is a present', type: 'boolean' },
    note: { title: 'Note to the driver', type: 'string', maxLength: 500 },
  },
  required: ['place', 'date'],
  additionalProperties: false,
}

/** Asks a person how to deliver, waits, and reports the answer. */
export const questionScript: Script = ({ messages }) => {
  const conversation = conversationOf(messages)
  const answer = resultOf('ask_person', conversation)
  const waited = resultOf('wait_until', conversation)
  if (!answer) {
    const question = 'The desk lamp can be delivered. How do you want it?'
    return {
      text: 'How it is to be delivered, only the customer knows. I ask.',
      toolCalls: [{ name: 'ask_person', arguments: { question, schema: delivery } }],
    }
  }
  const { place, date } = dataOf(answer.text)
  if (place === undefined) return { text: `It is not delivered yet. ${wordsOf(answer.text)}` }
  if (!waited)
    return {
      text: 'I give the shop three seconds to confirm.',
      toolCalls: [{ name: 'wait_until', arguments: { seconds: 3 } }],
    }
  return {
    text: `The lamp comes on ${String(date)}: ${place === 'home' ? 'to your door' : 'to the parcel shop'}.`,
  }
}
