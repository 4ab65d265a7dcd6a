import { describe, expect, test } from 'vitest'
import { groupOf, noUsage, toUsageRows } from '../../src/console/pages/usage/usage-rows.ts'
import { noneId } from '../../src/console/pages/usage/usage-search.ts'

const usage = { ...noUsage, costUsd: '1', requests: 1 }

describe('EVT-7 the rows of the page of usage', () => {
  test('keep deleted agents apart, with a name that says that they were deleted', () => {
    const buckets = ['agent_aaaaaa', 'agent_bbbbbb', 'agent_bbbbbb'].map((agentId) => ({
      ...{ agent: null, agentId, agentVersion: 2, usage },
    }))
    expect(
      toUsageRows('agent', buckets, 'calls').map(({ id, name, usage }) => [id, name, usage.requests]),
    ).toEqual([
      ['agent_bbbbbb', 'Deleted agent …bbbbbb', 2],
      ['agent_aaaaaa', 'Deleted agent …aaaaaa', 1],
    ])
    expect(toUsageRows('version', buckets, 'calls').map(({ id, name }) => [id, name])).toEqual([
      ['agent_bbbbbb@2', 'Deleted agent …bbbbbb, version 2'],
      ['agent_aaaaaa@2', 'Deleted agent …aaaaaa, version 2'],
    ])
  })

  test('tell a deleted conversation from none', () => {
    expect(groupOf('conversation', { session: null, sessionId: 'session_jjjjjj', usage })).toEqual([
      'session_jjjjjj',
      'Deleted conversation …jjjjjj',
    ])
    expect(groupOf('conversation', { session: null, sessionId: null, usage })[0]).toBe(noneId)
  })
})
