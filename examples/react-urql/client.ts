import { createClient } from 'urql'
import { urqlOptions } from '../../src/client/urql.ts'
import { rungraph } from '../react/rungraph.ts'

export const client = createClient(urqlOptions(rungraph))
