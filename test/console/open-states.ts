import type { OpenConsole } from './open-console.ts'

/** What is pressed, one after another: the role and the name of each. */
type Press = readonly [role: 'button' | 'menuitem' | 'treeitem', name: string | RegExp]

/** An address, and what opens on it: dialogs, lists, menus and panels. What follows a colon stands for an id. */
type State = readonly [path: string, ...presses: Press[]]

/** What a phone shows behind its menu, and a list of gates on a phone is opened from. */
export const onPhones: Press = ['button', 'Open the menu']

export const states: readonly State[] = [
  ['/', onPhones, ['button', /^Go to/]],
  ['/', onPhones, ['button', 'Account, theme and times']],
  ['/', ['button', /^Last 24 hours/]],
  ['/?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z'],
  ['/runs', ['button', 'Filter'], ['button', /^Time zone/]],
  ['/runs', ['button', 'Filter']],
  ['/runs', ['button', 'Columns']],
  ['/runs', ['button', 'Trigger a run']],
  ['/runs?status=FAILED', ['button', 'Save this view']],
  ['/runs?minCost=2&maxCost=1'],
  ['/runs/:talk', ['button', 'More actions']],
  ['/runs/:talk', ['button', 'More actions'], ['menuitem', 'Fork from a step…']],
  ['/runs/:talk', ['button', 'Say more']],
  ['/runs/:talk', ['treeitem', /^Step 1/], ['button', 'Edit and continue']],
  ['/runs/:slow', ['button', 'Steer']],
  ['/runs/:slow'],
  ['/runs/:logged', ['button', /Lines of logs/]],
  ['/runs/:logged', ['treeitem', /^Two orders/]],
  ['/compare?a=:talk&b=:failed'],
  ['/gates?kind=PLAN_APPROVAL', ['button', /^Plan of/], ['button', 'Edit the plan']],
  ['/gates?kind=INPUT', ['button', /^Question of/], ['button', 'Answer']],
  ['/agents', ['button', 'New agent']],
  ['/agents/demo-chat?trigger=true'],
  ['/agents/clerk?tab=edit', ['button', 'Preview the prompt']],
  ['/agents/clerk?tab=overview', ['button', 'Start a canary']],
  ['/sessions', ['button', 'New conversation']],
  ['/evaluations?dataSet=prices', ['button', 'Evaluate']],
  ['/usage?measure=tokens&item=demo-chat', ['button', 'CSV']],
  ['/settings?tab=schedules', ['button', 'Add a schedule']],
  ['/settings?tab=events', ['button', 'Add a trigger']],
  ['/settings?tab=tools', ['button', /^calculator/]],
]

/** Runs of several kinds, and what else the pages show. Gives the ids of the runs by their names in the addresses. */
export async function fillConsole(open: OpenConsole): Promise<Readonly<Record<string, string>>> {
  const send = async <Data>(name: string, input: object, fields = '__typename') => {
    const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`
    const data = await open.server.ask<Record<string, Data>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`,
      { input },
    )
    return data[name]
  }
  const agent = { name: 'Clerk', model: 'scripted/tool-loop', tools: ['calculator', 'current_time'] }
  await send('createAgent', { slug: 'clerk', definition: agent })
  await send('createAgent', { slug: 'slow', definition: { name: 'Slow', model: 'openai-chat/slow' } })
  await send('createAgent', { slug: 'import', definition: { ...agent, tools: ['import_orders'] } })
  const actions = [{ name: 'import_orders', type: 'TOOL', target: 'import_orders', parameters: {} }]
  await send('createWorkflow', { slug: 'import', definition: { name: 'Import', plan: { actions } } })
  await send('createDataSet', { slug: 'prices' })
  await send('addDataSetItems', { dataSet: 'prices', items: [{ key: 'a', input: 'What does it cost?' }] })
  await send('triggerRun', { agent: 'demo-chat', input: 'Hello', sessionKey: 'a-talk' })
  const logged = await send<{ id: string }>(
    'runWorkflow',
    { workflow: 'import', agent: 'import' },
    '... on Run { id }',
  )
  const [talk = '', failed = '', slow = ''] = await Promise.all(
    ['demo-tool-loop', 'demo-doom-loop', 'slow'].map((slug) => open.trigger(slug)),
  )
  await Promise.all(
    ['demo-approval', 'demo-plan-approval', 'demo-question'].map((slug) => open.trigger(slug)),
  )
  await send('commentRun', { runId: talk, text: 'Look at **the tax**.' })
  await send('rateRun', { runId: talk, score: 0.4, comment: 'Without tax.', labels: ['price'] })
  return { ':talk': talk, ':failed': failed, ':slow': slow, ':logged': logged?.id ?? '' }
}
