/** How much text is kept, in characters: a document as it was read has some sixty times as much. */
const maxLength = 256 * 1024

/**
 * What was read of the documents that came last, within a bound of their length together: a bound of their number alone lets
 * long ones, each different, take all memory.
 */
export class DocumentCache<Document> {
  readonly #documents = new Map<string, Document>()
  #length = 0

  get(text: string): Document | undefined {
    const document = this.#documents.get(text)
    if (document === undefined) return undefined
    this.#documents.delete(text)
    this.#documents.set(text, document)
    return document
  }

  set(text: string, document: Document): void {
    if (text.length > maxLength / 4 || this.#documents.has(text)) return
    this.#documents.set(text, document)
    this.#length += text.length
    for (const oldest of this.#documents.keys()) {
      if (this.#length <= maxLength) return
      this.#documents.delete(oldest)
      this.#length -= oldest.length
    }
  }
}

/** Keeps nothing: what is wrong with a document is found again as soon as it was. */
export const noCache = { get: () => undefined, set: () => undefined }
