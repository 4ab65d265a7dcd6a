import { describe, expect, it } from 'vitest'
import type { FetchOptions } from '../../../src/domain/dispatch.ts'
import { fetchInTurn, type ProjectSlots } from '../../../src/store/runs/fetch-in-turn.ts'

/** A queue in its order, by the group of each job; `-` is a job without one. Tells how often it was asked. */
function queueOf(groups: string) {
  const waiting = [...groups].map((group, place) => ({
    id: `${place}`,
    key: `${group}${place}`,
    group: group === '-' ? null : group,
  }))
  let asked = 0
  const fetch = async ({ limit, exceptGroups = [] }: FetchOptions) => {
    asked += 1
    const found = waiting
      .filter(({ group }) => group === null || !exceptGroups.includes(group))
      .slice(0, limit)
    for (const job of found) waiting.splice(waiting.indexOf(job), 1)
    return found
  }
  return { fetch, asked: () => asked }
}

function project(projectId: string, running = 0, slots = 100): ProjectSlots {
  return { projectId, running, slots }
}

async function groupsOf(queue: string, projects: readonly ProjectSlots[], limit: number): Promise<string> {
  const fetched = await fetchInTurn(projects, limit, queueOf(queue).fetch)
  return fetched
    .map(({ group }) => group ?? '-')
    .toSorted()
    .join('')
}

describe('LIM-12 jobs are fetched', () => {
  it('in equal parts from projects that run as many, however long the queue of one', async () => {
    expect(await groupsOf('aaaaaaaaaabbb', [project('a'), project('b')], 4)).toBe('aabb')
    expect(await groupsOf('aaaaaaaaaab', [project('a'), project('b')], 6)).toBe('aaaaab')
  })

  it('from the project that runs the fewest first, until it runs as many as the others', async () => {
    expect(await groupsOf('aaaaabbbbb', [project('a', 3), project('b')], 3)).toBe('bbb')
    expect(await groupsOf('aaaaabbbbb', [project('a', 3), project('b')], 5)).toBe('abbbb')
  })

  it('in the order of the queue where not each of the projects gets one more', async () => {
    expect(await groupsOf('cab', [project('a'), project('b'), project('c')], 2)).toBe('ac')
  })

  it('from no project beyond its free slots', async () => {
    expect(await groupsOf('aaaab', [project('a', 0, 2), project('b', 5, 1)], 10)).toBe('aab')
    expect(await groupsOf('aaaab', [project('a', 3, 0), project('b', 5, 1)], 10)).toBe('b')
    expect(await groupsOf('aaaa', [project('a', 3, -1)], 10)).toBe('')
  })

  it('without a group however many slots are free, also if all projects are full', async () => {
    expect(await groupsOf('-aaa-', [project('a', 3, 0)], 10)).toBe('--')
    expect(await groupsOf('-aaa-', [project('a', 0, 1)], 10)).toBe('--a')
  })

  it('of a project that entered the queue after the projects were read', async () => {
    expect(await groupsOf('x', [], 10)).toBe('x')
  })

  it('in one go for one project', async () => {
    const queue = queueOf('aaaaaaaa')
    expect(await fetchInTurn([project('a')], 5, queue.fetch)).toHaveLength(5)
    expect(queue.asked()).toBe(1)
  })

  it('never more than were asked for, whatever the projects and the queue', async () => {
    for (let limit = 1; limit < 12; limit++)
      for (const queue of ['', '-', 'ab', 'aaabbbccc', '-a-b-c', 'aaaaaaaaaaaaaaaab'])
        for (const places of [0, 1, 3, 100]) {
          const projects = ['a', 'b', 'c'].map((id, running) => project(id, running, places))
          const fetched = await groupsOf(queue, projects, limit)
          expect(fetched.length).toBeLessThanOrEqual(limit)
          for (const { projectId } of projects)
            expect(fetched.split(projectId).length - 1).toBeLessThanOrEqual(places)
        }
  })
})
