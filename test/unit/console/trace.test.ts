import { describe, expect, test } from 'vitest'
import { type CommentMarks, marksOf } from '../../../src/console/pages/run/comment-marks.ts'
import { noCuts, withCuts } from '../../../src/console/pages/run/cuts.ts'
import { withLines } from '../../../src/console/pages/run/log-lines.ts'
import { actOf } from '../../../src/console/pages/run/trace-keys.ts'
import { type BelowState, withChildren, withPage } from '../../../src/console/pages/run/trace-model.ts'
import { periodOf, type TraceNode } from '../../../src/console/pages/run/trace-nodes.ts'
import { type TraceView, toLines, wantedRuns } from '../../../src/console/pages/run/trace-view.ts'
import { workOf } from '../../../src/console/pages/run/waits.ts'
import { action, call, factsOf, gate, nodesOf, outline, runOf, spawn, step, timeOf } from './traced.ts'

const usual: TraceView = {
  ...{ find: '', errorsOnly: false, log: 'DEBUG', base: 'usual' },
  ...{ toggled: new Map(), path: new Set() },
}

/** A run that starts another one, which starts a third one; each calls a model first. */
const root = runOf('r', [step(1, 0, 90, { modelCalls: [call('c1', 0, 5)], actions: [spawn('a', 5, 90)] })])
const middle = runOf('a', [step(1, 6, 80, { modelCalls: [call('c2', 6, 9)], actions: [spawn('b', 10, 80)] })])
const failed = action('read_file', 30, 40, {
  status: 'FAILED',
  error: 'No such file.',
  errorCode: 'TOOL_ERROR',
})
const lowest = runOf('b', [step(1, 20, 60, { actions: [failed] })])
const all = nodesOf(root, [middle, lowest])

function shown(
  nodes: readonly TraceNode[],
  view: Partial<TraceView>,
  { children = withChildren(new Map(), []), read = new Set(['a', 'b']) } = {},
) {
  return toLines(nodes, { ...usual, ...view }, { children, read })
}

function linesOf(...given: Parameters<typeof shown>): readonly string[] {
  return shown(...given).lines.map(({ row, depth, isOpen }) => {
    const sign = isOpen === null ? '' : isOpen ? '- ' : '+ '
    return `${'  '.repeat(depth)}${sign}${row.label}`
  })
}

describe('CON-3 the lines of a trace', () => {
  test('are the steps of a run, and below an action that started a run the steps of that, to any depth', () => {
    expect(outline(all)).toEqual([
      'Step 1',
      '  gpt-5',
      '  spawn_agent',
      '    Step 1',
      '      gpt-5',
      '      spawn_agent',
      '        Step 1',
      '          read_file',
    ])
  })

  test('say of a run that it is being read, cannot be read, or has no steps yet', () => {
    const below = new Map<string, BelowState>([
      ['x', { kind: 'reading' }],
      ['y', { kind: 'failed', message: 'Gone.' }],
      ['z', { kind: 'shown', traced: runOf('z', [], { status: 'QUEUED' }) }],
    ])
    const actions = [spawn('x', 1, 2), spawn('y', 3, 4), spawn('z', 5, 6)]
    const nodes = nodesOf(runOf('r', [step(1, 0, 9, { actions })]), [], { below })
    expect(outline(nodes).filter((line) => line.startsWith('    '))).toEqual([
      '    Its steps are being read.',
      '    Not read',
      '    It is in the queue.',
    ])
  })

  test('show where steps are not read, also when newer ones have come live', () => {
    const more = { stepCount: 60 }
    const rest = { after: 'cursor', number: 2 }
    const traced = runOf('r', [step(1, 0, 1), step(2, 1, 2), step(60, 90, null)], more, rest)
    const nodes = nodesOf(runOf('p', [step(1, 0, 9, { actions: [spawn('r', 0, 9)] })]), [traced])
    expect(outline(nodes).slice(2)).toEqual([
      '    Step 1',
      '    Step 2',
      '    Show more of 57 steps',
      '    Step 60',
    ])
    const page = { nodes: [step(3, 2, 3)], pageInfo: { hasNextPage: false, endCursor: 'end' } }
    expect(withPage(traced, page)).toMatchObject({ rest: null })
    expect([...withPage(traced, page).steps.keys()].toSorted((a, b) => a - b)).toEqual([1, 2, 3, 60])
  })

  test('API-59 have each takeover by another worker in the step that it came in, also after that ended', () => {
    const claim = { version: '0.1.0', lost: null }
    const at = (second: number) => new Date(timeOf(second)).toISOString()
    const workerClaims = [
      { ...claim, name: 'a:1', since: at(0), recoveries: 0, lost: 'LOCK_LOST' as const },
      { ...claim, name: 'b:1', since: at(3), recoveries: 1, lost: 'LEASE_EXPIRED' as const },
      { ...claim, name: null, since: at(7), recoveries: 2 },
      { ...claim, name: 'a:2', since: at(8), recoveries: 2 },
    ]
    const steps = [step(1, 1, 5, { modelCalls: [call('early', 1, 2)] }), step(2, 6, 7), step(3, 8, 9)]
    // The lines of the steps are kept from before.
    nodesOf(runOf('r', steps))
    const nodes = nodesOf(runOf('r', steps, { workerClaims }))
    expect(outline(nodes)).toEqual([
      ...['Step 1', '  gpt-5', '  Taken over', 'Step 2', '  Taken over', 'Step 3'],
    ])
    expect(nodes.map(({ parts }) => parts.at(-1)?.row.detail)).toEqual([
      'from a:1 by b:1: nobody held its lock',
      'from b:1 by a worker: its lease had expired',
      undefined,
    ])
    const moment = { kind: 'takeover', start: timeOf(3), end: timeOf(3) }
    expect(nodes[0]?.parts.at(-1)?.row).toMatchObject(moment)
  })

  test('API-59 have the call of a worker that died, until its last word, in the step that it was of', () => {
    const at = (second: number) => new Date(timeOf(second)).toISOString()
    const claim = { version: '0.1.0', recoveries: 0, lost: 'LOCK_LOST' as const }
    const workerClaims = [
      { ...claim, name: 'a:1', since: at(0) },
      { ...claim, name: 'b:1', since: at(30) },
      { ...claim, name: 'c:1', since: at(60), lost: null },
    ]
    const steps = [step(1, 0, 90, { modelCalls: [call('first', 0, 5), call('last', 61, 80)] })]
    const discarded = (messageId: string, second: number) => ({
      ...{
        __typename: 'AttemptDiscarded' as const,
        id: messageId,
        cursor: messageId,
        seq: second,
        at: at(second),
      },
      ...{ type: 'AttemptDiscarded' as const, stepNumber: 1, messageId, discardReason: 'RECOVERY' },
    })
    const word = {
      ...{
        __typename: 'TextDelta' as const,
        id: 'w',
        cursor: 'w',
        seq: 9,
        at: at(9),
        type: 'TextDelta' as const,
      },
      ...{ stepNumber: 1, messageId: 'm1', offset: 0, text: 'So' },
    }
    const live = withCuts(noCuts, [word, discarded('m1', 31)])
    // It comes a second time, and changes nothing.
    expect(withCuts(live, [discarded('m1', 31)])).toBe(live)
    const cuts = {
      ...live,
      all: [...live.all, { messageId: 'm2', stepNumber: 1, lastWordAt: null, discardedAt: timeOf(60.5) }],
    }
    const nodes = nodesOf({ ...runOf('r', steps, { workerClaims }), cuts })
    expect(outline(nodes)).toEqual([
      ...['Step 1', '  gpt-5', '  Interrupted call', '  Taken over'],
      ...['  Interrupted call', '  Taken over', '  gpt-5'],
    ])
    const rows = nodes[0]?.parts.map(({ row }) => row).filter(({ key }) => key.startsWith('cut:')) ?? []
    expect(rows.map(({ start, end }) => [start, end])).toEqual([
      [timeOf(5), timeOf(9)],
      [timeOf(31), timeOf(31)],
    ])
    expect(rows.map(({ detail }) => /[ab]:1/.exec(detail)?.[0])).toEqual(['a:1', 'b:1'])
    // What the dead worker did is work; the time until another took over is not.
    expect(workOf(nodes).map(({ end }) => end)).toContain(timeOf(9))
  })

  test('COMM-1 have the number of comments on them, also of a step that has ended', () => {
    const steps = [step(1, 0, 5, { actions: [action('a', 1, 2)] }), step(2, 6, 7)]
    const traced = runOf('r', steps)
    const numbers = (comments: CommentMarks) =>
      nodesOf(traced, [], { comments }).map(({ row, parts }) => [
        row.comments,
        ...parts.map((part) => part.row.comments),
      ])
    expect(numbers(new Map())).toEqual([[0, 0], [0]])
    const on = (stepNumber: number | null, id?: string) => ({
      ...{ id: `${stepNumber} ${id}`, stepNumber, action: id === undefined ? null : { id } },
    })
    const nodes = [on(2), on(2), on(null, 'a'), on(null)]
    expect(numbers(marksOf([{ id: 'r', comments: { nodes } }]))).toEqual([[0, 1], [2]])
    expect(numbers(new Map())).toEqual([[0, 0], [0]])
  })

  test('have the input of a run that was started, and its status while it waits', () => {
    const nodes = nodesOf(runOf('r', [step(1, 0, null, { actions: [spawn('a', 5, null)] })]), [], {
      children: withChildren(new Map(), [{ ...factsOf('a'), status: 'WAITING' }]),
    })
    expect(nodes[0]?.parts[0]?.row).toMatchObject({ tone: 'waiting', detail: 'Clerk: What of a?' })
  })

  test('end with the last of them, a run below that goes on included', () => {
    const late = runOf('a', [step(1, 6, 140)])
    expect(periodOf(root, nodesOf(root, [late]), timeOf(500))).toEqual([timeOf(0), timeOf(140)])
  })
})

describe('CON-3 which lines of a trace are open', () => {
  test('at first: the steps of the run, and runs below that are small', () => {
    expect(linesOf(all, {})).toEqual(['- Step 1', '  gpt-5', '  + spawn_agent'])
    const children = withChildren(new Map(), [factsOf('a', 2)])
    expect(linesOf(all, {}, { children })).toEqual([
      ...['- Step 1', '  gpt-5', '  - spawn_agent', '    - Step 1', '      gpt-5', '      + spawn_agent'],
    ])
  })

  test('a small run stays open while it grows, and only some are open at first', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `r${index}`)
    const first = withChildren(
      new Map(),
      ids.map((id) => factsOf(id, 0)),
    )
    const grown = withChildren(first, [factsOf('r0', 40), factsOf('big', 7)])
    const open = [...grown.values()].filter(({ isOpenAtFirst }) => isOpenAtFirst)
    expect(open.map(({ id }) => id)).toEqual(ids.slice(0, 8))
    expect(grown.get('r0')?.stepCount).toBe(40)
  })

  test('all or none, and those that the reader opens or closes', () => {
    expect(linesOf(all, { base: 'none' })).toEqual(['+ Step 1'])
    expect(linesOf(all, { base: 'all' })).toHaveLength(8)
    const key = all[0]?.row.key ?? ''
    expect(linesOf(all, { base: 'all', toggled: new Map([[key, false]]) })).toEqual(['+ Step 1'])
  })

  test('the way to what the address names', () => {
    expect(linesOf(all, { path: new Set(['a', 'b']) })).toHaveLength(8)
  })
})

describe('CON-3 a search in a trace', () => {
  const search = (view: Partial<TraceView>) => [linesOf(all, view), shown(all, view).matchCount]

  test('finds steps, tools, models and errors, whatever their case, and shows what they stand below', () => {
    const way = ['- Step 1', '  - spawn_agent', '    - Step 1', '      - spawn_agent', '        - Step 1']
    for (const find of ['READ_file', 'no such', 'tool_error'])
      expect(search({ find })).toEqual([[...way, '          read_file'], 1])
    expect(search({ find: 'openai' })[1]).toBe(2)
    expect(search({ find: 'step 1' })).toEqual([way.with(4, '        + Step 1'), 3])
    expect(search({ find: 'nothing has this' })).toEqual([[], 0])
  })

  test('keeps errors alone, and of those the ones with the words', () => {
    expect(search({ errorsOnly: true })[1]).toBe(1)
    expect(search({ errorsOnly: true, find: 'gpt' })).toEqual([[], 0])
  })

  test('a found line can be opened', () => {
    const toggled = new Map([['step:s1-6', true]])
    expect(linesOf(all, { find: 'spawn', toggled })).toContain('      + spawn_agent')
  })
})

describe('CON-3 the runs below that are read', () => {
  const wanted = (
    nodes: readonly TraceNode[],
    view: Partial<TraceView>,
    { needsAll = false, max = 30, children = withChildren(new Map(), []) } = {},
  ) => wantedRuns(nodes, { ...usual, ...view }, { children, needsAll, max })

  test('are the open ones, and for a search all', () => {
    expect(wanted(all, {})).toEqual({ ids: [], leftCount: 0 })
    expect(wanted(all, {}, { children: withChildren(new Map(), [factsOf('a')]) }).ids).toEqual(['a'])
    expect(wanted(all, {}, { needsAll: true }).ids).toEqual(['a', 'b'])
    expect(wanted(nodesOf(root), {}, { needsAll: true }).ids).toEqual(['a'])
  })

  test('are so many at most, besides those that the reader has opened', () => {
    const actions = ['a', 'b', 'c', 'd'].map((id, index) => spawn(id, index, 9))
    const nodes = nodesOf(runOf('r', [step(1, 0, 9, { actions })]))
    expect(wanted(nodes, {}, { needsAll: true, max: 2 })).toEqual({ ids: ['a', 'b'], leftCount: 2 })
    const toggled = new Map([['action:spawn-d', true]])
    expect(wanted(nodes, { toggled }, { needsAll: true, max: 2 })).toEqual({
      ...{ ids: ['a', 'b', 'd'], leftCount: 1 },
    })
  })
})

test('CON-3 keys move in a trace, open and close its lines', () => {
  const { lines } = shown(all, { base: 'all' })
  const closed = shown(all, { base: 'none' }).lines
  expect(actOf('ArrowDown', lines, 0)).toEqual({ kind: 'move', to: 1 })
  expect(actOf('k', lines, 0)).toEqual({ kind: 'move', to: 0 })
  expect(actOf('ArrowRight', lines, 2)).toEqual({ kind: 'move', to: 3 })
  expect(actOf('ArrowLeft', lines, 1)).toEqual({ kind: 'move', to: 0 })
  expect(actOf('ArrowLeft', lines, 2)).toEqual({ kind: 'toggle' })
  expect(actOf('ArrowRight', closed, 0)).toEqual({ kind: 'toggle' })
  expect(actOf('ArrowRight', lines, 1)).toBeNull()
  expect(actOf('End', lines, 0)).toEqual({ kind: 'move', to: 7 })
  expect(actOf('Enter', lines, -1)).toBeNull()
  expect(actOf('x', lines, 0)).toBeNull()
})

test('CON-3 a gate is a line of its step, and tells which action it held up', () => {
  const held = action('pay', 1, 50)
  const nodes = nodesOf(
    runOf('r', [step(1, 0, 60, { actions: [held] })], { gates: [gate('g', 1, 2, 40, 'pay')] }),
  )
  expect(outline(nodes)).toEqual(['Step 1', '  pay', '  Action approval'])
  expect(nodes[0]?.parts[0]?.row.waits).toEqual([{ start: timeOf(2), end: timeOf(40) }])
})

describe('CON-3 TAS-17 the log of a call', () => {
  const levels = ['INFO', 'WARN', 'ERROR'] as const
  const logged = levels.map((level, index) => ({
    ...({ __typename: 'ActionLogged', id: `e${index}`, seq: 10 + index, actionId: 'work' } as const),
    ...{
      level,
      message: `It is ${level}.`,
      data: { nth: index },
      loggedAt: new Date(timeOf(11 + index)).toJSON(),
    },
  }))
  const run = {
    ...runOf('r', [step(1, 0, 90, { actions: [action('work', 10, 20)] })]),
    logged: withLines(new Map(), logged),
  }
  const nodes = nodesOf(run)

  test('stands below the call, in order, and is found by a search and among the errors', () => {
    expect(outline(nodes)).toEqual(['Step 1', '  work', ...levels.map((level) => `    It is ${level}.`)])
    expect(linesOf(nodes, { find: 'nth":1' })).toEqual(['- Step 1', '  - work', '    It is WARN.'])
    expect(linesOf(nodes, { errorsOnly: true })).toEqual(['- Step 1', '  - work', '    It is ERROR.'])
  })

  test('is shown from a level on, and a line that comes twice once', () => {
    expect(linesOf(nodes, { log: 'WARN' })).toEqual([
      '- Step 1',
      '  - work',
      '    It is WARN.',
      '    It is ERROR.',
    ])
    expect(linesOf(nodes, { log: 'NONE' })).toEqual(['- Step 1', '  work'])
    expect(linesOf(nodes, { log: 'NONE', find: 'it is' })).toEqual([])
    expect(withLines(run.logged, logged).get('work')).toHaveLength(3)
  })
})
