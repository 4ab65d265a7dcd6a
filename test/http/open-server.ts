import { createServer, type ServerOptions } from '../../src/http/serve/server.ts'
import { type Graph, openGraph } from '../graphql/open-graph.ts'

/** The API on a port of its own, over a database of its own or another one; `logOf` gives its log in place of the graph's. */
export async function openServer(
  given: Partial<ServerOptions> | ((graph: Graph) => Partial<ServerOptions>) = {},
  logOf: (graph: Graph) => ServerOptions['log'] = ({ sources }) => sources.log,
  openDatabase?: Parameters<typeof openGraph>[0],
) {
  const graph = await openGraph(openDatabase)
  const options = typeof given === 'function' ? given(graph) : given
  const server = createServer({
    ...graph.sources,
    authenticator: graph.authenticator,
    host: '127.0.0.1',
    port: 0,
    connectionsPerAddress: 1_000,
    report: (message, error) => graph.reports.push(error ?? message),
    log: logOf(graph),
    ...options,
  })
  const { url } = await server.listen()
  return {
    graph,
    server,
    url,
    endpoint: `${url}/graphql`,
    async close() {
      await server.close()
      await graph.close()
    },
  }
}

export type OpenServer = Awaited<ReturnType<typeof openServer>>
