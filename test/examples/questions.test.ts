import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'
import { linesOfReadme, startExample } from './example-program.ts'

const database = await createTestDatabase()
const folder = await openProcessFolder()
const example = (name: string) => fileURLToPath(new URL(`../../examples/questions/${name}`, import.meta.url))
const shop = { SHOP_URL: `http://127.0.0.1:${await freePort()}` }
const settings = {
  ...{ DATABASE_URL: database.connectionString, PORT: String(await freePort()), RUNGRAPH_DEMO: 'off' },
  ...{ RUNGRAPH_TOOLS: example('tools.ts'), RUNGRAPH_AGENTS: example('agents.ts') },
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...shop,
}

test('JDG-5 KEY-11 TAS-13 a user answers the question of a call, and what was done before stays done', {
  timeout: 180_000,
}, async () => {
  const first = await folder.start('start', settings)
  const program = startExample('questions/order.ts', ['A blue shirt, please.'], {
    ...{ RUNGRAPH_URL: first.url, ...shop },
  })
  onTestFinished(async () => {
    await program.kill()
    await folder.close()
    await database.drop()
  })
  await program.prints('Size (S, M, L): ')
  // An answer that does not fit is asked for again, with what was wrong.
  program.answer('XXL')
  await program.prints('Note to the shop: ')
  program.answer('')
  const again = 'size must be one of S, M, L.\nSize (S, M, L): '
  await program.prints(again)
  await first.kill('SIGKILL')
  program.answer('M')
  await program.prints(`${again}Note to the shop: `)
  program.answer('A gift.')
  await folder.start('start', settings)
  const printed = await program.end()
  // What is typed is not part of the output.
  for (const line of linesOfReadme('questions'))
    expect(printed).toContain(line.replace(/(?<=^(Size .*|Note .*): ).*/, ''))
  expect(printed.match(/shop: POST/g)).toHaveLength(2)
})
