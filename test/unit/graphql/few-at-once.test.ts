import { expect, test } from 'vitest'
import { fewAtOnce } from '../../../src/graphql/loaders.ts'

test('API-8 works are done a few at once, in their order, and one that fails makes room, too', async () => {
  const inTurn = fewAtOnce(2)
  const begun: number[] = []
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>())
  const done = works.map(({ promise }, nth) =>
    inTurn(() => {
      begun.push(nth)
      return promise
    }),
  )
  const settled = Promise.allSettled(done)
  expect(begun).toEqual([0, 1])
  works[1]?.reject(new Error('It broke.'))
  await expect(done[1]).rejects.toThrow('It broke.')
  expect(begun).toEqual([0, 1, 2])
  works[0]?.resolve(0)
  works[2]?.resolve(2)
  expect(await Promise.all([done[0], done[2]])).toEqual([0, 2])
  expect(begun).toEqual([0, 1, 2, 3, 4])
  works[3]?.resolve(3)
  works[4]?.resolve(4)
  expect((await settled).map(({ status }) => status)).toEqual([
    ...['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  ])
  expect(await inTurn(async () => 'more')).toBe('more')
})
