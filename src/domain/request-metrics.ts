/** Resources that clients hold open: sockets, event streams over HTTP, and subscriptions over either. */
type Opened = 'websocket' | 'event_stream' | 'subscription'

/** Metrics of the requests of a server. No method waits or throws. */
export interface RequestMetrics {
  /** Something was opened; the returned function is called once, when it is closed. */
  opened(what: Opened): () => void
  /** A caller was answered with an error, by its code. */
  refused(code: string): void
}

/** The measurements of a process as it is asked for them, in the text format of Prometheus. */
interface RenderedMetrics {
  readonly contentType: string
  readonly text: string
}

/** Gives the measurements. Never rejects: metrics that cannot be measured are left out. */
export type RenderMetrics = () => Promise<RenderedMetrics>

/** Metrics that count nothing. */
export const uncounted: RequestMetrics = { opened: () => () => undefined, refused: () => undefined }
