import { RungraphError } from '../domain/errors.ts'
import { Places } from './places.ts'

/** Counts the WebSockets and event streams that each address holds open. */
export type Connections = Places

export function createConnections(maxPerAddress: number): Connections {
  return new Places(maxPerAddress, tooMany)
}

function tooMany(value: number, max: number): RungraphError {
  return new RungraphError('LIMIT_EXCEEDED', {
    limit: 'The number of WebSockets and event streams that are open from this address',
    value,
    max,
    remedy: 'Close one, or raise RUNGRAPH_CONNECTIONS_PER_ADDRESS.',
  })
}
