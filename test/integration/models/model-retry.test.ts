import { expect, test } from 'vitest'
import { engineForTest } from '../../support/for-file.ts'

test.for([
  [{}, '5 tries'],
  [{ modelRetry: { maxAttempts: 2 } }, '2 tries'],
  [{ modelRetry: { maxAttempts: 1 } }, '1 try'],
] as const)('LOOP-8 MOD-4 an agent with %o asks a model that is overloaded %s', async ([agent, tries]) => {
  const { engine } = await engineForTest({})
  const { row } = await engine.run(() => ({ error: { kind: 'OVERLOADED', retryable: true } }), { agent })
  expect(row).toMatchObject({ status: 'FAILED', terminationReason: 'MODELS_EXHAUSTED' })
  expect(row.errorMessage).toContain(`OVERLOADED after ${tries},`)
})
