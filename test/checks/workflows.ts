import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { root } from './run-command.ts'

// Reads the workflows with GitHub's own parser; fails on a key, a value or an expression that it does not know.

// It is made for bundlers, and imports its schema without saying that this is JSON.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import(
  '@actions/workflow-parser'
)

const folder = '.github/workflows'
const faults: string[] = []
for (const name of readdirSync(join(root, folder))) {
  const file = { name: `${folder}/${name}`, content: readFileSync(join(root, folder, name), 'utf8') }
  const { context, value } = parseWorkflow(file, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  faults.push(...context.errors.getErrors().map(({ message }) => message))
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
}
