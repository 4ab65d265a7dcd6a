// Documents for Relay's compiler, and an updater: lists get the objects of mutations, and not their errors.
import { ConnectionHandler, graphql } from 'relay-runtime'

export const query = graphql`
  query runsQuery {
    ...runs_lists
  }
`

export const lists = graphql`
  fragment runs_lists on Query {
    runs(first: 20) @connection(key: "runs_lists_runs") { edges { node { id status input } } }
    agents(first: 20) @connection(key: "runs_lists_agents") { edges { node { id slug } } }
  }
`

export const trigger = graphql`
  mutation runsTriggerMutation($input: TriggerRunInput!, $connections: [ID!]!) {
    triggerRun(input: $input) {
      ... on Run {
        root @prependNode(connections: $connections, edgeTypeName: "RunEdge") { id status input }
      }
      ... on Error { code message }
    }
  }
`

export const createAgent = graphql`
  mutation runsCreateAgentMutation($input: CreateAgentInput!) {
    createAgent(input: $input) {
      ... on Agent { id slug }
      ... on Error { code message }
    }
  }
`

/** The `updater` of `createAgent`: prepends the agent, and no error. */
export const prependAgent = (connections) => (store) => {
  const agent = store.getRootField('createAgent')
  if (agent?.getType() !== 'Agent') return
  for (const id of connections) {
    const list = store.get(id)
    if (list)
      ConnectionHandler.insertEdgeBefore(list, ConnectionHandler.createEdge(store, list, agent, 'AgentEdge'))
  }
}

export const remove = graphql`
  mutation runsDeleteMutation($input: DeleteRunInput!, $connections: [ID!]!) {
    deleteRun(input: $input) {
      ... on DeletedRun { id @deleteEdge(connections: $connections) }
      ... on Error { code message }
    }
  }
`

export const live = graphql`
  subscription runsLiveSubscription($after: String, $connections: [ID!]!) {
    runUpdated(after: $after) {
      cursor
      edge @prependEdge(connections: $connections) { cursor node { id status input } }
    }
  }
`
