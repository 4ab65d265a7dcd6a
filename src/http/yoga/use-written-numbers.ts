import type { Plugin } from 'graphql-yoga'
import { mayHoldLargeNumber, parseRawJson } from '../../domain/exact-numbers.ts'
import { isJsonObject } from '../../domain/json.ts'

/**
 * Reads requests with their numbers as they were written, so that the scalar JSON can refuse one that would become another number (API-15).
 * Comes first: the parsers of other plugins are around this one.
 */
export function useWrittenNumbers(): Plugin {
  return {
    onRequestParse({ requestParser, setRequestParser }) {
      if (requestParser === undefined) return
      setRequestParser(async (request) => {
        // Yoga's own parser of a POST reads the body by this.
        if (request.method === 'POST') request.json = async () => parseRawJson(await request.text())
        const params = await requestParser(request)
        const variables = request.method === 'GET' ? variablesOf(request.url) : null
        return variables === null ? params : { ...params, variables }
      })
    },
  }
}

/** The variables of a GET where they have such a number; else `null`. */
function variablesOf(url: string): Readonly<Record<string, unknown>> | null {
  const text = new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('variables')
  if (text === null || !mayHoldLargeNumber(text)) return null
  const variables = parseRawJson(text)
  return isJsonObject(variables) ? variables : null
}
