import { ApolloClient } from '@apollo/client'
import { apolloOptions } from 'rungraph/client/apollo'
import { rungraph } from '../react/rungraph.ts'

export const client = new ApolloClient(apolloOptions(rungraph))
