import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime'

// Serves the supergraph of a file on a port of its own, and prints its address: node serve.mjs <file> <sse or ws>
const [file, transport] = process.argv.slice(2)
const connectionParams = { authorization: '{context.headers.authorization}' }
const ws = {
  rungraph: {
    options: { subscriptions: { kind: 'ws', location: '/graphql', options: { connectionParams } } },
  },
}

const gateway = createGatewayRuntime({
  supergraph: readFileSync(file, 'utf8'),
  propagateHeaders: {
    fromClientToSubgraphs: ({ request }) => ({ authorization: request.headers.get('authorization') ?? '' }),
  },
  transportEntries: transport === 'ws' ? ws : {},
  maskedErrors: false,
  logging: false,
})
const server = createServer(gateway).listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}/graphql`)
})
