/** What takes hints from process to process: one connection, from its opening to its loss. */
export interface Carrier {
  /** Tells other processes. Resolves when the hints have left; rejects where they could not. */
  send(topics: readonly string[]): Promise<void>
  /** Sends what comes back to this process alone, by the way that hints come. Rejects as `send` does. */
  sendNote(): Promise<void>
  /** Brings hints of the topic too. It may hint at it once by itself, for what came before it could. */
  attend(topic: string): void
  /** Brings hints of the topic no more. */
  leave(topic: string): void
  /** Takes leave of the other side. */
  end(): Promise<void>
  /** Drops the connection at once: the other side may be silent. */
  drop(): void
}

export interface CarrierEvents {
  onWakeup(topic: string): void
  /** What `sendNote` sent is back. */
  onNote(): void
  /** The connection is of no use any more; told once or more often. */
  onLost(reason: unknown): void
}

/** Opens a connection that brings hints of these topics. Gives up by itself; what it opened is closed then. */
export type OpenCarrier = (topics: readonly string[], events: CarrierEvents) => Promise<Carrier>
