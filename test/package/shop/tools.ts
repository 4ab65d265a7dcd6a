import { defineTool, TaskComplete } from 'rungraph'

/** It ends the run only if its error is one of the engine's own class (LOOP-3). */
const greet = defineTool({
  name: 'greet',
  description: 'Greets a city.',
  effect: 'read',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  execute({ city }) {
    throw new TaskComplete(`Hello, ${String(city)}.`)
  },
})

export default [greet]
