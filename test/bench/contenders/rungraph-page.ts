import type { OpenContender } from '../contender.ts'
import { openRungraph } from '../open-rungraph.ts'

const query = `query Page {
  runs(first: 50) {
    edges { cursor node {
      id status input createdAt durationMs
      steps(first: 10) { edges { node { id number success startedAt durationMs usage { requests inputTokens outputTokens costUsd } } } }
    } }
    pageInfo { hasNextPage endCursor }
  }
}`

/** The API as it is, on a database with a history. */
export const open: OpenContender = async (place) => {
  const app = await openRungraph(place)
  const { url } = await app.start()
  if (url === null) throw new Error('Rungraph serves nothing.')
  return {
    request: { url: `${url}/graphql`, body: JSON.stringify({ query }) },
    close: async () => {
      await app.close()
    },
  }
}
