import { expect, it } from 'vitest'
import { runCommand } from '../checks/run-command.ts'

it('the documents match the declarations in the code: settings, errors, states and events', async () => {
  const { output } = await runCommand(['node', 'test/checks/documents.ts', '--check'])
  expect(output).toBe('')
})
