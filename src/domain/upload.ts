/** A file that came with a request. */
export interface Upload {
  readonly name: string | null
  /** As its sender says; `null`: it does not. */
  readonly mediaType: string | null
  readonly data: Uint8Array
}

/** Whether a value is a file that a request brought: no JSON has bytes. */
export function isUpload(value: unknown): value is Upload {
  return typeof value === 'object' && value !== null && 'data' in value && value.data instanceof Uint8Array
}

/** Fetches a file from another server, of at most so many bytes. @throws TARGET_UNREACHABLE, or the signal's reason */
export type FetchFile = (
  url: string,
  options: { readonly maxBytes: number; readonly signal: AbortSignal },
) => Promise<Upload>
