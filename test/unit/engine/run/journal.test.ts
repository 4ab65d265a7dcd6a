import { describe, expect, test, vi } from 'vitest'
import type { CommitOutcome, RunCommit, RunLog } from '../../../../src/domain/run-log.ts'
import { createJournal, type Journal, OwnerEntries } from '../../../../src/engine/run/journal.ts'
import { unkeptSecrets } from '../../../support/no-secrets.ts'

const written = {
  kind: 'written',
  lastSeq: 1,
  abortRequested: false,
  inputPending: false,
  escalation: null,
} as const

/** A journal on a log whose outcomes the test gives, one by one. */
function setUp(entries = new OwnerEntries()) {
  const commits: RunCommit[] = []
  let tell = (): void => undefined
  const answers: PromiseWithResolvers<CommitOutcome>[] = []
  const log: Pick<RunLog, 'commit'> = {
    commit: (commit) => {
      const answer = Promise.withResolvers<CommitOutcome>()
      commits.push(commit)
      tell()
      answers.push(answer)
      return answer.promise
    },
  }
  const onLost = vi.fn()
  const onAbortRequested = vi.fn()
  const journal = createJournal({
    log,
    run: { crashesSinceProgress: 0, runId: 'r', epoch: 7 },
    secrets: unkeptSecrets(),
    from: ['RUNNING'],
    entries,
    onLost,
    onRenewed: () => undefined,
    onAbortRequested,
    onInputPending: () => undefined,
    onEscalated: () => undefined,
  })
  const onCommit = (listener: () => void) => {
    tell = listener
  }
  return { journal, commits, answers, onLost, onAbortRequested, onCommit }
}

function warning(message: string) {
  return { type: 'Warning', stepNumber: 1, data: { code: 'TEST', message } } as const
}

/** Sends what was written: somebody waits for it. */
function send(journal: Journal): void {
  journal.durable().catch(() => undefined) // the test waits for it itself
}

function isPending(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise<boolean>((resolve) => setImmediate(() => resolve(true)))
  return Promise.race([promise.then(() => false), later])
}

describe('the journal', () => {
  test('DUR-2 every entry carries the epoch and its number, and asks for a RUNNING run', () => {
    const { journal, commits } = setUp()
    for (const stepCount of [1, 2]) {
      journal.write({ run: { stepCount } })
      send(journal)
    }
    const each = { runId: 'r', epoch: 7, from: ['RUNNING'], events: [] }
    expect(commits).toEqual([
      { ...each, ownerCommits: 0, run: { stepCount: 1 } },
      { ...each, ownerCommits: 1, run: { stepCount: 2 } },
    ])
  })

  test.for<[string, () => never | Promise<never>]>([
    ['at once', () => expect.unreachable('It cannot be prepared.')],
    ['in several turns', async () => expect.unreachable('It cannot be prepared.')],
  ])('DUR-2 no entry is sent after one that could not be prepared %s', async ([, prepare]) => {
    const entries = new OwnerEntries()
    const commit = vi.fn(async () => written)
    const broken = entries.send(prepare, commit)
    const next = entries.send(() => null, commit)
    await expect(broken).rejects.toThrow('It cannot be prepared.')
    await expect(next).rejects.toThrow('It cannot be prepared.')
    expect(commit).not.toHaveBeenCalled()
  })

  test('DUR-2 entries wait for the outcome of a last one, and take its number where it was refused', async () => {
    const entries = new OwnerEntries()
    const [main, background] = [setUp(entries), setUp(entries)]
    main.journal.write({})
    const finished = main.journal.finish({ unlessAborted: true })
    main.answers[0]?.resolve(written)
    await expect.poll(() => main.commits.length).toBe(2)
    background.journal.write({})
    send(background.journal)
    expect(await isPending(finished)).toBe(true)
    expect(background.commits).toEqual([])
    main.answers[1]?.resolve({ kind: 'refused' })
    expect(await finished).toBe(false)
    await expect.poll(() => background.commits).toMatchObject([{ ownerCommits: 1 }])
  })

  test('DUR-2 entries that end send nothing more, and wait for what was sent', async () => {
    const entries = new OwnerEntries()
    const { journal, commits, answers } = setUp(entries)
    journal.write({})
    send(journal)
    journal.write({})
    const ended = entries.end()
    expect(await isPending(ended)).toBe(true)
    answers[0]?.resolve(written)
    await ended
    journal.write({})
    await expect(journal.durable()).rejects.toMatchObject({ kind: 'LEASE_LOST' })
    expect(commits).toHaveLength(1)
  })

  test('EVT-1 entries are handed over in the order of the calls, without waiting for each other', () => {
    const { journal, commits } = setUp()
    for (const stepCount of [1, 2, 3]) {
      journal.write({ run: { stepCount } })
      send(journal)
    }
    expect(commits.map((commit) => commit.run?.stepCount)).toEqual([1, 2, 3])
  })

  test('EVT-1 entries that nobody waits for go out as one, after a few milliseconds', () => {
    vi.useFakeTimers()
    try {
      const { journal, commits } = setUp()
      journal.write({ run: { stepCount: 1, actionCount: 1 }, events: [warning('first')] })
      vi.advanceTimersByTime(2)
      journal.write({ run: { stepCount: 2 }, events: [warning('second')] })
      expect(commits).toHaveLength(0)
      vi.advanceTimersByTime(1)
      expect(commits).toMatchObject([
        {
          ownerCommits: 0,
          run: { stepCount: 2, actionCount: 1 },
          events: [warning('first'), warning('second')],
        },
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test('EVT-1 so many go out as one at most', async () => {
    const { journal, commits } = setUp()
    const codes = Array.from({ length: 40 }, (_, nth) => `${nth}`)
    for (const code of codes) journal.write({ events: [warning(code)] })
    send(journal)
    await expect.poll(() => commits.map(({ events }) => events.length)).toEqual([16, 16, 8])
    expect(commits.flatMap(({ events }) => events)).toEqual(codes.map(warning))
  })

  test('EVT-1 entries of two journals of one run go out in the order in which they were written', async () => {
    const entries = new OwnerEntries()
    const [main, background] = [setUp(entries), setUp(entries)]
    const order: string[] = []
    main.onCommit(() => order.push('main'))
    background.onCommit(() => order.push('background'))
    main.journal.write({})
    background.journal.write({})
    main.journal.write({})
    send(background.journal)
    expect(order).toEqual(['main', 'background', 'main'])
  })

  test('EVT-1 entries after one that takes long to prepare wait for it, whichever journal has it', async () => {
    let now = 0
    // Every computation takes longer than a slice.
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 100))
    try {
      const entries = new OwnerEntries()
      const [main, background] = [setUp(entries), setUp(entries)]
      const order: string[] = []
      main.onCommit(() => order.push('main'))
      background.onCommit(() => order.push('background'))
      const warnings = Array.from({ length: 5 }, (_, nth) => warning(`${nth}`))
      main.journal.write({ events: warnings })
      background.journal.write({})
      main.journal.write({ run: { stepCount: 2 } })
      const durable = main.journal.durable()
      expect(order).toEqual([])
      await vi.waitFor(() => expect(order).toEqual(['main', 'background', 'main']))
      expect(main.commits.map(({ events }) => events.length)).toEqual([5, 0])
      expect(await isPending(durable)).toBe(true)
      for (const { answers } of [main, background]) for (const answer of answers) answer.resolve(written)
      await durable
    } finally {
      vi.restoreAllMocks()
    }
  })

  test('TAS-5 durable waits for everything written so far, also for entries that settle out of order', async () => {
    const { journal, answers } = setUp()
    journal.write({})
    send(journal)
    journal.write({})
    const durable = journal.durable()
    answers[1]?.resolve(written)
    expect(await isPending(durable)).toBe(true)
    answers[0]?.resolve(written)
    expect(await isPending(durable)).toBe(false)
  })

  test('DUR-2 a refused entry loses the journal, once and for all', async () => {
    const { journal, commits, answers, onLost } = setUp()
    for (let nth = 0; nth < 2; nth++) {
      journal.write({})
      send(journal)
    }
    answers[0]?.resolve({ kind: 'refused' })
    answers[1]?.resolve({ kind: 'refused' })
    await expect(journal.durable()).rejects.toMatchObject({ kind: 'LEASE_LOST' })
    journal.write({})
    expect(commits).toHaveLength(2)
    expect(await journal.finish({})).toBe(false)
    expect(onLost).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ kind: 'LEASE_LOST' }))
  })

  test('DUR-2 a log that cannot be written loses it too, with the cause', async () => {
    const { journal, answers, onLost } = setUp()
    const cause = new Error('connection lost')
    journal.write({})
    send(journal)
    answers[0]?.reject(cause)
    await expect(journal.durable()).rejects.toMatchObject({ kind: 'LEASE_LOST', cause })
    expect(onLost).toHaveBeenCalledOnce()
  })

  test('RUN-4 a write that finds an abort says so', async () => {
    const { journal, answers, onAbortRequested } = setUp()
    journal.write({})
    send(journal)
    answers[0]?.resolve({ ...written, abortRequested: true })
    await journal.durable()
    expect(onAbortRequested).toHaveBeenCalledOnce()
  })

  test('RUN-7 the last entry goes out only when all others are written, and may lose', async () => {
    const { journal, commits, answers, onLost } = setUp()
    journal.write({})
    const finished = journal.finish({ unlessAborted: true })
    expect(await isPending(finished)).toBe(true)
    expect(commits).toHaveLength(1)
    answers[0]?.resolve(written)
    await expect.poll(() => commits.length).toBe(2)
    expect(commits[1]).toMatchObject({ unlessAborted: true })
    answers[1]?.resolve({ kind: 'refused' })
    expect(await finished).toBe(false)
    expect(onLost).not.toHaveBeenCalled()
  })
})
