import type { Clock } from '../../domain/clock.ts'
import type { SignInOwner } from '../../domain/mcp-sign-in.ts'
import type { Tool } from '../../domain/tool.ts'
import type { OwnAddresses } from '../../net/own-addresses.ts'
import type { McpServerConfig } from './mcp-file.ts'
import type { McpCall } from './mcp-tools.ts'
import type { McpSignIns } from './sign-ins.ts'

export interface McpServerOptions {
  readonly config: McpServerConfig
  /** Rungraph's own addresses, where no server is. Default: none. */
  readonly own?: Pick<OwnAddresses, 'has'>
  readonly clock: Clock
  readonly report: (message: string, error?: unknown) => void
  /** What the process of a server writes beside the protocol, which is no fault. Default: nobody hears it. */
  readonly note?: (message: string) => void
  /** Time limit for each exchange of a new connection, in milliseconds. Default: 60,000. */
  readonly connectMs?: number
  /**
   * Time for which a call waits for a server that is not connected, in milliseconds. Default: 15,000, or the server's `timeoutMs` if that
   * is less.
   */
  readonly waitMs?: number
  /**
   * The time before the second attempt to connect, doubled with each to the most; for a server that answers, and cannot be used, to
   * `mostAnswered`. While a call waits for it, at most a second. Default: 250 to 10,000 ms, and 300,000 ms.
   */
  readonly backoffMs?: { readonly first: number; readonly most: number; readonly mostAnswered?: number }
  /** Sign-ins to servers; absent: there are none. */
  readonly signIns?: McpSignIns
  /** Whose sign-in it is, and who makes the calls of its tools. Default: everybody's, and this connection. */
  readonly of?: {
    readonly person: Pick<SignInOwner, 'projectId' | 'user'>
    readonly call: (call: McpCall) => Promise<unknown>
    readonly onTools: (tools: readonly Tool[]) => void
  }
}
