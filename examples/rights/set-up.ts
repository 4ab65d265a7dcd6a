/**
 * Policies for descendants, and tokens for end users:
 *
 *     RUNGRAPH_KEY=rg_… npx node examples/rights/set-up.ts
 *
 * End users talk to the agent `desk`. It starts `research`, which reads what strangers wrote, and `billing`, which refunds.
 */
import { Client } from 'rungraph/client'

const policies = [
  {
    // An agent that reads untrusted text, and its descendants, must not refund.
    ...{ agent: 'research', appliesTo: 'DESCENDANTS', type: 'TOOL', target: 'refund_*', permission: 'DENY' },
    reason: 'No refund below an agent that reads foreign text.',
  },
  {
    // Of the agents, only the desk may have something refunded.
    ...{ agent: 'billing', type: 'TOOL', target: 'refund_*', permission: 'DENY' },
    condition: 'run.depth > 0 && !ancestors.exists(a, a.agent == "desk")',
    reason: 'Only the desk asks for refunds.',
  },
] as const

/** Saves the policies. The client needs an API key with the role ADMIN, here and below. */
export async function savePolicies(client: Client): Promise<void> {
  const mutation = `mutation($input: SavePolicyInput!) {
    savePolicy(input: $input) { ... on Policy { id } ... on Error { message } }
  }`
  for (const input of policies) {
    const { savePolicy } = await client.mutate<{ savePolicy: { id?: string; message?: string } }, object>(
      mutation,
      { input },
    )
    if (savePolicy.id === undefined) throw new Error(savePolicy.message)
  }
}

/**
 * A token with which a user talks to the desk. With OWN rights the agents below may do what their own definitions and policies let them; with
 * the default, AGENT, no more than the desk itself.
 */
export async function createToken(
  client: Client,
  user: string,
  childRights: 'AGENT' | 'OWN' = 'OWN',
): Promise<string> {
  const mutation = `mutation($input: CreateAccessTokenInput!) {
    createAccessToken(input: $input) { ... on CreatedAccessToken { token } ... on Error { message } }
  }`
  const input = {
    ...{ tag: `user:${user}`, subject: user, agent: 'desk', childRights },
    abilities: ['READ', 'TRIGGER'],
  }
  const { createAccessToken } = await client.mutate<
    { createAccessToken: { token?: string; message?: string } },
    object
  >(mutation, { input })
  if (createAccessToken.token === undefined) throw new Error(createAccessToken.message)
  return createAccessToken.token
}

if (import.meta.main) {
  const { RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: key = '' } = process.env
  const client = new Client({ url, token: key })
  try {
    await savePolicies(client)
    console.log(await createToken(client, 'ann'))
  } catch (error) {
    // One line in place of a stack: the server is down, or refuses.
    console.error(`${url}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}
