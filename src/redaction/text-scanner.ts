import { JsonMode } from './json-mode.ts'
import type { Piece } from './piece.ts'
import { PlainMode } from './plain-mode.ts'
import { anywhere, Cursor, type Mode, type Surroundings, type Turn } from './scan-mode.ts'
import { privateKeyMode, runMode, valueMode } from './secret-modes.ts'

/**
 * Takes credentials out of a text, known by their shapes and by the names that they stand under. It reads each letter once, from the
 * first to the last; what it gives, put together, does not hang on how the text was cut.
 */
export class TextScanner {
  readonly #around: Surroundings
  readonly #cursor: Cursor
  readonly #plain: PlainMode
  #mode: Mode

  constructor(around: Surroundings) {
    this.#around = around
    this.#cursor = new Cursor(around.sign)
    this.#plain = new PlainMode(anywhere, around.mode)
    this.#mode = this.#plain
  }

  push(piece: Piece): string {
    this.#cursor.add(piece)
    return this.#read()
  }

  end(): string {
    this.#cursor.isLast = true
    return this.#read()
  }

  #read(): string {
    for (;;) {
      const step = this.#mode.step(this.#cursor)
      if (step === 'more') return this.#cursor.take()
      this.#mode = this.#modeOf(step)
    }
  }

  #modeOf(turn: Turn): Mode {
    switch (turn.to) {
      case 'plain':
        this.#plain.enter(turn.after)
        return this.#plain
      case 'json':
        return new JsonMode(turn.under, this.#around)
      case 'value':
        return valueMode(turn.isLine)
      case 'run':
        return runMode(turn.body)
      case 'private-key':
        return privateKeyMode()
      default:
        return turn satisfies never
    }
  }
}
