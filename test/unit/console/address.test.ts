import { describe, expect, test } from 'vitest'
import { flag, oneOf, reader, someOf, text, texts, written } from '../../../src/console/data/search.ts'

const read = reader((search) => ({
  tab: oneOf(['plan', 'events'], search.tab),
  status: someOf(['FAILED', 'QUEUED'], search.status),
  tags: texts(search.tags),
  agent: text(search.agent),
  roots: flag(search.roots),
}))

describe('CON-7 the address of a page', () => {
  test('gives the page what it can read, and keeps the rest apart, by unknown names too', () => {
    const view = read({ tab: 'nope', status: ['FAILED', 'LATE'], agent: 'a', statuss: 'FAILED', tags: {} })
    expect(view).toEqual({
      agent: 'a',
      unread: { tab: 'nope', status: ['FAILED', 'LATE'], statuss: 'FAILED', tags: {} },
    })
    // The router lays the view over what is written: a value that cannot be read must not shine through.
    expect({ tab: 'nope', ...view }.tab).toBeUndefined()
  })

  test('has nothing apart where all can be read: nothing, `false`, and words that look like JSON', () => {
    const view = read({ agent: true, roots: false, status: ['QUEUED'], tags: [], tab: '' })
    expect(view).toEqual({ agent: 'true', roots: false, status: ['QUEUED'] })
    expect(Object.keys(view)).not.toContain('unread')
  })

  test('stays as it is written until the page sets something in its place', () => {
    const address = { tab: 'nope', status: 'LATE', agent: 'a' }
    const view = read(address)
    expect(written(view)).toEqual(address)
    expect(read(view)).toEqual(view)
    const next = read({ ...view, tab: 'plan' })
    expect(next).toEqual({ tab: 'plan', agent: 'a', unread: { status: 'LATE' } })
    expect(written({ ...view, ...next })).toEqual({ ...address, tab: 'plan' })
  })

  test('may have a parameter of any name', () => {
    expect(written(read({ unread: 'x' }))).toEqual({ unread: 'x' })
  })
})
