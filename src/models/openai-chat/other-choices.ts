import { saysCut } from '../finish-words.ts'
import { type ChatDelta, readContent, thoughtIn } from './openai-chat-chunk.ts'

type Kind = 'reasoning' | 'text' | 'call'

interface OtherChoice {
  readonly kinds: Set<Kind>
  finish: string | null
}

/** The choice that is read, when the stream is over. */
interface FirstChoice {
  readonly kinds: readonly Kind[]
  readonly finish: string | null
}

interface Settled {
  /** Those that belong to the answer, in the order in which they came. */
  readonly pieces: readonly ChatDelta[]
  readonly finish: string | null
  readonly isLeftOut: boolean
}

/**
 * What came under other indexes than the first. One answer is asked for, but gateways use the index for something else: the number of the
 * chunk, or of the part of the answer (words under 0, a call under 1). So all pieces are one answer, unless they show that they are several:
 * the first choice goes on behind words of another, or both have words of one kind and a finish reason. Then those of the first are the
 * answer. What only others have, such as a call beside words, is never left out. It is known at the end alone: until then they are kept.
 */
export function createOtherChoices() {
  const byIndex = new Map<number, OtherChoice>()
  const kept: { readonly index: number; readonly piece: ChatDelta }[] = []
  let areSeveral = false
  return {
    get size() {
      return byIndex.size
    },
    has: (index: number) => byIndex.has(index),
    keep(index: number, piece: ChatDelta, finish: string | null) {
      const choice = byIndex.get(index) ?? { kinds: new Set(), finish: null }
      byIndex.set(index, choice)
      for (const kind of kindsOf(piece)) choice.kinds.add(kind)
      choice.finish = finish || choice.finish
      kept.push({ index, piece })
    },
    /** The first choice says more. */
    resumed(piece: ChatDelta) {
      areSeveral ||= [...byIndex.values()].some(({ kinds }) => kindsOf(piece).some((kind) => kinds.has(kind)))
    },
    settle(first: FirstChoice): Settled {
      const isOwn = ({ kinds, finish }: OtherChoice) =>
        first.kinds.some((kind) => kinds.has(kind)) && (areSeveral || Boolean(first.finish && finish))
      const own = new Set([...byIndex].filter(([, choice]) => isOwn(choice)).map(([index]) => index))
      const finishes = [...byIndex].flatMap(([index, { finish }]) =>
        finish && !own.has(index) ? finish : [],
      )
      return {
        pieces: kept.filter(({ index }) => !own.has(index)).map(({ piece }) => piece),
        finish: finishes.find(saysCut) ?? finishes.at(-1) ?? null,
        isLeftOut: own.size > 0,
      }
    },
  }
}

function kindsOf(piece: ChatDelta): readonly Kind[] {
  const { text, thinking } = readContent(piece)
  const isThought = thinking || thoughtIn(piece) || piece.reasoning_details?.length
  return [
    ...(isThought ? (['reasoning'] as const) : []),
    ...(text || piece.refusal ? (['text'] as const) : []),
    ...(piece.tool_calls?.length || piece.function_call ? (['call'] as const) : []),
  ]
}
