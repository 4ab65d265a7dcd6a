/**
 * Policies that travel, and tokens for end users:
 *
 *     RUNGRAPH_KEY=rg_… npx node examples/rights/set-up.ts
 *
 * End users talk to the agent `desk`. It starts `research`, which reads what strangers wrote, and `billing`, which refunds.
 */
interface Api {
  /** URL of the API of Rungraph. */
  readonly url: string
  /** API key with the role ADMIN. */
  readonly key: string
}

const policies = [
  {
    // Whoever reads what strangers wrote refunds nothing, and has nobody else do it.
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

/** Saves the policies. */
export async function savePolicies(api: Api): Promise<void> {
  const mutation = `mutation($input: SavePolicyInput!) {
    savePolicy(input: $input) { ... on Policy { id } ... on Error { message } }
  }`
  for (const input of policies) {
    const { savePolicy } = await ask<{ savePolicy: { id?: string; message?: string } }>(api, mutation, {
      input,
    })
    if (savePolicy.id === undefined) throw new Error(savePolicy.message)
  }
}

/**
 * A token with which a user talks to the desk. With OWN rights the agents below may do what their own definitions and policies let them; with
 * the default, AGENT, no more than the desk itself.
 */
export async function createToken(
  api: Api,
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
  const { createAccessToken } = await ask<{ createAccessToken: { token?: string; message?: string } }>(
    api,
    mutation,
    { input },
  )
  if (createAccessToken.token === undefined) throw new Error(createAccessToken.message)
  return createAccessToken.token
}

async function ask<Data>({ url, key }: Api, query: string, variables: object): Promise<Data> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query, variables }),
  })
  const { data, errors } = await response.json()
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

if (import.meta.main) {
  const { RUNGRAPH_URL: url = 'http://127.0.0.1:4000/graphql', RUNGRAPH_KEY: key = '' } = process.env
  await savePolicies({ url, key })
  console.log(await createToken({ url, key }, 'ann'))
}
