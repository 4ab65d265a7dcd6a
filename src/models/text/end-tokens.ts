/** Tokens with which the chat templates of models end a turn. A server that does not know the template leaves them in the text. */
const tokens: readonly string[] = [
  ...['<|im_end|>', '<|eot_id|>', '<|eom_id|>', '<|endoftext|>', '<|end_of_text|>', '<|end|>', '<|return|>'],
  ...['</s>', '<eos>', '<end_of_turn>', '<|eos|>', '<|END_OF_TURN_TOKEN|>', '<｜end▁of▁sentence｜>'],
]

/** So many characters of tokens are no end of a text. */
const maxHeld = 400

/** Takes the tokens from the very end of a text as it comes in; in the middle of a text they are words. */
export function createEndTokenReader() {
  let held = ''
  let strikes = false

  return {
    /** What can be shown of the text so far. */
    push(words: string): string {
      if (held === '' && !words.includes('<')) return words
      const text = held + words
      const at = endOf(text)
      held = text.slice(at)
      strikes ||= text.includes('<s>')
      return text.slice(0, at)
    },
    /** What was held and is no token. */
    end(): string {
      const rest = tokens.reduce((text, token) => text.replaceAll(token, ''), held).trim()
      // `<s>…</s>` is HTML.
      const isToken = held !== '' && rest === '' && !(strikes && held.trim() === '</s>')
      const words = isToken ? '' : held
      held = ''
      return words
    },
  }
}

/** Where the text goes over into tokens, or into the beginning of one. */
function endOf(text: string): number {
  let end = text.length
  for (;;) {
    const at = text.lastIndexOf('<', end - 1)
    if (at === -1 || end === 0 || text.length - at > maxHeld) return end
    const part = text.slice(at, end)
    const isBeginning = end === text.length && tokens.some((token) => token.startsWith(part))
    if (!isBeginning && !tokens.includes(part.trimEnd())) return end
    end = at
  }
}
