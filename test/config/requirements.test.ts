import { expect, test } from 'vitest'
import { idsOf, proofsOf, repeated, requirementsOf, unproven } from '../checks/requirements.ts'

const specification = [
  'Text that names LOOP-9 is no row.',
  '| Id | Rule | State |',
  '| --- | --- | --- |',
  '| LOOP-1 | Goes round; see RUN-1. | built |',
  '| LIM-7, LIM-8 | Both. | partly |',
  '| SUB-1 to SUB-3 | Three. | open |',
  '| Id | Rule | Default | State |',
  '| LIM-1 | Steps. | 50 | built; with a remark |',
].join('\n')

test('the requirements are the rows of the specification, each with its state', () => {
  expect(requirementsOf(specification).map(({ id, state }) => [id, state])).toEqual([
    ['LOOP-1', 'built'],
    ['LIM-7', 'partly'],
    ['LIM-8', 'partly'],
    ['SUB-1', 'open'],
    ['SUB-2', 'open'],
    ['SUB-3', 'open'],
    ['LIM-1', 'built; with a remark'],
  ])
})

test('a title may name several ids, in any place and as a range', () => {
  expect(idsOf('RUN-4 and LOOP-2, DAG-1 to DAG-3; RUN-4 again')).toEqual([
    'RUN-4',
    'LOOP-2',
    ...['DAG-1', 'DAG-2', 'DAG-3'],
  ])
  expect(idsOf('a title without any, in UTF-8-like words')).toEqual(['UTF-8'])
})

test('a requirement that is built wholly or in part and is in no title is missing; an open one is not', () => {
  const titles = [
    { file: 'a.test.ts', title: 'LOOP-1 LIM-7 holds' },
    { file: 'a.test.ts', title: 'LOOP-1 holds again' },
    { file: 'b.test.ts', title: 'LOOP-10 is another' },
  ]
  const proofs = proofsOf(requirementsOf(specification), titles)
  expect(proofs[0]).toMatchObject({ id: 'LOOP-1', tests: 2, files: ['a.test.ts'] })
  expect(unproven(proofs)).toEqual(['LIM-8', 'LIM-1'])
})

test('an id that two rows have is found, also within a range', () => {
  expect(repeated(requirementsOf(specification))).toEqual([])
  expect(repeated(requirementsOf(`${specification}\n| SUB-2 | Another. | built |`))).toEqual(['SUB-2'])
})
