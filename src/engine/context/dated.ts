import type { Message, ToolMessage, UserMessage } from '../../domain/message.ts'

/** The last message of a history that an owner of its run took over, and when. */
interface TakenOver {
  readonly message: Message | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A turn that is shown this long after the last time that the model was told has the time, too. In milliseconds. */
const silence = 10 * 60_000

/**
 * The messages with the time of each that a person wrote, as a note behind its text (CTX-4), and of a result after a long time. A note never
 * changes: what a provider keeps in its cache of a conversation goes on to fit, between the runs of a session and after a gate. Where the
 * history ends long before its run goes on, its last message has the time of that.
 */
export function dated(
  messages: readonly Message[],
  timeZone: string,
  takenOver: TakenOver,
): readonly Message[] {
  let told = Number.NEGATIVE_INFINITY
  let note = ''
  return messages.map((message) => {
    if (message.role !== 'user' && message.role !== 'tool') return message
    const isPersons = message.role === 'user' && message.byEngine !== true
    const isLast = message === takenOver.message && takenOver.at - (message.at ?? told) >= silence
    const at = isLast ? takenOver.at : message.at
    if (at === undefined || (!isPersons && at - told < silence)) return message
    const words = isLast ? dateTime(at, timeZone) : wordsOf(message, at, timeZone)
    if (words === note) return message
    told = at
    note = words
    return noted(message, `The date and time is ${words}.`)
  })
}

/** The time of a message in words: it is shown in each request, and does not change. */
const times = new WeakMap<Message, { readonly timeZone: string; readonly words: string }>()

function wordsOf(message: Message, at: number, timeZone: string): string {
  const known = times.get(message)
  if (known?.timeZone === timeZone) return known.words
  const words = dateTime(at, timeZone)
  times.set(message, { timeZone, words })
  return words
}

const datedMessages = new WeakMap<Message, UserMessage | ToolMessage>()

/** The same object each time: who compares requests sees that nothing changed. */
function noted(message: UserMessage | ToolMessage, note: string): Message {
  const known = datedMessages.get(message)
  if (known?.note === note) return known
  const made = { ...message, note }
  datedMessages.set(message, made)
  return made
}

/** `Saturday, 21 November 2026, 13:05 (Europe/Berlin)` */
function dateTime(now: number, timeZone: string): string {
  const { day, time } = formatsOf(timeZone)
  return `${day.format(now)}, ${time.format(now)} (${timeZone})`
}

interface Formats {
  readonly day: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
}

/** By time zone, of which there are a few hundred. To make them takes longer than all else in a prompt. */
const formats = new Map<string, Formats>()

function formatsOf(timeZone: string): Formats {
  const known = formats.get(timeZone)
  if (known) return known
  const made = {
    day: new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone }),
    time: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }),
  }
  formats.set(timeZone, made)
  return made
}
