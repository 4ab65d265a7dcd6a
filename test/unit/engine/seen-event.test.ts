import { randomBytes } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { meetsFilter, seenEvent } from '../../../src/engine/gates/wake-by-event.ts'
import { createVault } from '../../../src/store/vault.ts'

const at = new Date(0)
const row = {
  ...{ id: 'e', projectId: 'p', name: 'order', key: 'k', data: { pin: '***' }, sealed: null, sentBy: null },
  ...{ receivedAt: at, expiresAt: at },
}

test('WAIT-3 TAS-7 the secrets of an event are opened and sealed once, however many wait for it', () => {
  const vault = createVault(randomBytes(32))
  const [open, seal] = [vi.spyOn(vault, 'open'), vi.spyOn(vault, 'seal')]
  const event = seenEvent({ ...row, sealed: createVault(randomBytes(32)).seal({}) }, vault)
  expect(event.shown).toEqual({ id: 'k', name: 'order', data: { pin: '***' }, receivedAt: at.toISOString() })
  expect(open).not.toHaveBeenCalled()
  for (const pin of ['1', '***']) meetsFilter(`event.data.pin == "${pin}"`, event, null)
  expect(event.resolution()).toBe(event.resolution())
  expect(open).toHaveBeenCalledTimes(1)
  expect(seal).toHaveBeenCalledTimes(1)
})

test('WAIT-2 TAS-7 a filter sees all of an event, and what its runs are given has no secrets', () => {
  const vault = createVault(randomBytes(32))
  const event = seenEvent({ ...row, sealed: vault.seal({ pin: '0815' }) }, vault)
  expect(meetsFilter('event.data.pin == "0815"', event, null)).toBe(true)
  expect(meetsFilter('event.data.pin == "***"', event, null)).toBe(false)
  expect(meetsFilter('event.data.pin == "***"', seenEvent(row, vault), null)).toBe(true)
  expect(event.resolution()).toMatchObject({ answer: event.shown, sealed: expect.any(String) })
  expect(seenEvent(row, vault).resolution()).toEqual({ answer: event.shown })
})
