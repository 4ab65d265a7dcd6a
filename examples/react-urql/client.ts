import { urqlOptions } from 'rungraph/client/urql'
import { createClient } from 'urql'
import { rungraph } from '../react/rungraph.ts'

export const client = createClient(urqlOptions(rungraph))
