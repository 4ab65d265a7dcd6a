import { expect, onTestFinished, test } from 'vitest'
import { linesOfReadme, openShopExample, startExample } from './example-program.ts'

const stage = await openShopExample('events')

test('WAIT-5 TAS-13 a signed webhook continues a call that waited while its server was killed, and what was done before stays done', {
  timeout: 180_000,
}, async () => {
  const first = await stage.start()
  const program = startExample('events/order.ts', ['A lamp'], { RUNGRAPH_URL: first.url, ...stage.shop })
  onTestFinished(async () => {
    await program.kill()
    await stage.close()
  })
  const [, invoice = ''] = /until (I-\d+) is paid/.exec(await program.prints('Press Enter to pay.')) ?? []
  await first.kill('SIGKILL')
  program.answer('')
  await program.prints('Stripe tries again: the server is away.')
  await stage.start()
  const printed = await program.end()
  for (const line of linesOfReadme('events')) expect(printed).toContain(line.replaceAll('I-4711', invoice))
  expect(printed.match(/shop: POST/g)).toHaveLength(2)
})
