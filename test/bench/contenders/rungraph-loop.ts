import { v7 as uuidv7 } from 'uuid'
import { createModels } from '../../../src/models/registry.ts'
import { testTool } from '../../support/engine.ts'
import { type OpenContender, repeat } from '../contender.ts'
import { instant } from '../instant-model.ts'
import { toolTurns, words } from '../loop-work.ts'
import { openRungraph } from '../open-rungraph.ts'

/** A run as a program has it that embeds Rungraph: triggered by the operation, and its log followed live to the end. */
export const open: OpenContender = async (place) => {
  const note = testTool('note', async () => 'noted')
  const app = await openRungraph(place, {
    // An agent is defined with the name of a provider that Rungraph knows.
    models: createModels([{ ...instant, name: 'scripted' }]),
    tools: { list: () => [note], find: (name) => (name === note.name ? note : null) },
  })
  await app.start()
  const projectId = app.project.id
  const slug = `loop-${uuidv7()}`
  const definition = { name: 'Loop', model: 'scripted/loop', tools: ['note'] }
  await app.operations.createAgent({ projectId, slug, definition })
  const { signal } = new AbortController()

  async function runOne(): Promise<void> {
    const call = { projectId, agent: { slug }, input: 'Do it.', idempotencyKey: uuidv7() }
    const { runId } = await app.operations.triggerRun(call)
    let results = 0
    let text = ''
    for await (const event of app.log.follow(runId, { after: 0, signal })) {
      if (event.type === 'ActionCompleted') results += 1
      else if (event.type === 'TextDelta') text += event.data.text
    }
    if (results !== toolTurns || text !== words.join(''))
      throw new Error(`${runId}: ${results} results, "${text}"`)
  }

  return {
    measure: (extent) => repeat(extent, runOne),
    close: async () => {
      await app.close()
    },
  }
}
