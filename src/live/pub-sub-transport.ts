/** The transport of wakeups between processes: one connection, from its opening to its loss. */
export interface PubSubTransport {
  /** Sends to other processes. Resolves when the wakeups are sent; rejects where that failed. */
  send(topics: readonly string[]): Promise<void>
  /** Sends a note to this process itself over the transport. Rejects as `send` does. */
  sendNote(): Promise<void>
  /** Subscribes to a topic. It may wake the topic once without a message, for messages from before the subscription. */
  attend(topic: string): void
  /** Unsubscribes from a topic. */
  leave(topic: string): void
  /** Closes the connection in order. */
  end(): Promise<void>
  /** Drops the connection at once: the other side may be silent. */
  drop(): void
}

export interface TransportEvents {
  onWakeup(topic: string): void
  /** Called when the note of `sendNote` returns. */
  onNote(): void
  /** The connection is lost; called once or more often. */
  onLost(reason: unknown): void
}

/** Opens a connection that is subscribed to these topics. Has a time limit of its own, after which everything is closed again. */
export type OpenTransport = (topics: readonly string[], events: TransportEvents) => Promise<PubSubTransport>
