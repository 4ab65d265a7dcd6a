import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { openProcessFolder } from '../support/rungraph-process.ts'
import { linesOfReadme, startExample } from './example-program.ts'

const database = await createTestDatabase()
const folder = await openProcessFolder()
const example = (name: string) => fileURLToPath(new URL(`../../examples/events/${name}`, import.meta.url))
const shop = { SHOP_URL: `http://127.0.0.1:${await freePort()}` }
const settings = {
  ...{ DATABASE_URL: database.connectionString, PORT: String(await freePort()), RUNGRAPH_DEMO: 'off' },
  ...{ RUNGRAPH_TOOLS: example('tools.ts'), RUNGRAPH_AGENTS: example('agents.ts') },
  RUNGRAPH_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
  ...shop,
}

test('WAIT-5 TAS-13 a signed webhook continues a call that waited while its server was killed, and what was done before stays done', {
  timeout: 180_000,
}, async () => {
  const first = await folder.start('start', settings)
  const program = startExample('events/order.ts', ['A lamp'], { RUNGRAPH_URL: first.url, ...shop })
  onTestFinished(async () => {
    await program.kill()
    await folder.close()
    await database.drop()
  })
  const [, invoice = ''] = /until (I-\d+) is paid/.exec(await program.prints('Press Enter to pay.')) ?? []
  await first.kill('SIGKILL')
  program.answer('')
  await program.prints('Stripe tries again: the server is away.')
  await folder.start('start', settings)
  const printed = await program.end()
  for (const line of linesOfReadme('events')) expect(printed).toContain(line.replaceAll('I-4711', invoice))
  expect(printed.match(/shop: POST/g)).toHaveLength(2)
})
