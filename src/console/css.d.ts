import 'react'

declare module 'react' {
  /** Variables that components hand to their styles. */
  interface CSSProperties {
    readonly '--depth'?: number
    readonly '--zoom'?: number
  }
}
