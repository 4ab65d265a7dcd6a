import { DBOS } from '@dbos-inc/dbos-sdk'
import { type OpenContender, repeat } from '../contender.ts'
import { toolTurns, words } from '../loop-work.ts'

/** DBOS: a workflow in this process with one step per turn, the model's answer and the tool's result in it. */
export const open: OpenContender = async ({ connectionString }) => {
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: connectionString,
    systemDatabasePoolSize: 20,
    logLevel: 'error',
  })
  const workflow = DBOS.registerWorkflow(runAgent, { name: 'agent' })
  await DBOS.launch()

  async function runOne(): Promise<void> {
    const handle = await DBOS.startWorkflow(workflow)('Do it.')
    if ((await handle.getResult()) !== words.join('')) throw new Error('DBOS gave another answer.')
  }

  return { measure: (extent) => repeat(extent, runOne), close: () => DBOS.shutdown() }
}

async function runAgent(input: string): Promise<string> {
  const messages: unknown[] = [{ role: 'user', text: input }]
  for (let turn = 0; ; turn++) {
    const { text, call, result } = await DBOS.runStep(() => takeTurn(turn), { name: 'turn' })
    messages.push({ role: 'assistant', text, call }, ...(call ? [{ role: 'tool', text: result }] : []))
    if (!call) return text
  }
}

async function takeTurn(turn: number) {
  const call = turn < toolTurns ? { name: 'note', arguments: { turn } } : null
  return { text: call ? '' : words.join(''), call, result: call ? 'noted' : null }
}
