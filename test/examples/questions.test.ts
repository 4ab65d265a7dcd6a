import { expect, onTestFinished, test } from 'vitest'
import { linesOfReadme, openShopExample, startExample } from './example-program.ts'

const stage = await openShopExample('questions')

test('JDG-5 KEY-11 TAS-13 a user answers the question of a call, and what was done before stays done', {
  timeout: 180_000,
}, async () => {
  const first = await stage.start()
  const program = startExample('questions/order.ts', ['A blue shirt, please.'], {
    ...{ RUNGRAPH_URL: first.url, ...stage.shop },
  })
  onTestFinished(async () => {
    await program.kill()
    await stage.close()
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
  await stage.start()
  const printed = await program.end()
  // What is typed is not part of the output.
  for (const line of linesOfReadme('questions'))
    expect(printed).toContain(line.replace(/(?<=^(Size .*|Note .*): ).*/, ''))
  expect(printed.match(/shop: POST/g)).toHaveLength(2)
})
