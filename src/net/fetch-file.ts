import type { FetchFile } from '../domain/upload.ts'
import type { AddressGuard } from './address-guard.ts'
import { guardedFetch, unreachable } from './guarded-fetch.ts'
import { readResponseBody } from './read-body.ts'

/** Fetches files by HTTP, from the addresses that the guard permits (TAS-6). */
export function createFetchFile(guard: AddressGuard): FetchFile {
  return (address, { maxBytes, signal }) =>
    guardedFetch(address, { guard, signal }, async (url, response) => {
      if (response.status !== 200)
        throw unreachable(url.href, `its server answers with the status ${response.status}`)
      const { bytes, isCut } = await readResponseBody(response, maxBytes)
      if (isCut) throw unreachable(url.href, `the file has more than ${maxBytes} bytes`)
      const mediaType = response.headers.get('content-type')
      return { data: bytes, mediaType, name: nameOf(url, response.headers.get('content-disposition')) }
    })
}

/** As its server calls it, or the last part of its address. */
function nameOf({ pathname }: URL, disposition: string | null): string | null {
  const [, quoted, plain] = /filename=(?:"([^"]+)"|([^;\s]+))/i.exec(disposition ?? '') ?? []
  return quoted ?? plain ?? pathname.split('/').at(-1) ?? null
}
