import { ApolloClient } from '@apollo/client'
import { apolloOptions } from '../../src/client/apollo.ts'
import { rungraph } from '../react/rungraph.ts'

export const client = new ApolloClient(apolloOptions(rungraph))
