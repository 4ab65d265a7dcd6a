import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../checks/run-command.ts'

/** `order by a, b desc limit 9` of SQL, without the limit. */
const sqlOrder = /\border by\s+([^`';)\n]+?)(?=\s+limit\b|\s+for\b|[`';)\n])/gi

/** `orderBy: { a: 'asc' }` and `orderBy: [{ a: 'asc' }, { b: 'asc' }]` of Prisma. */
const prismaOrder = /\borderBy:\s*(\{[^{}]*\}|\[[^\]]*\])/g

/** A column of times, as the last key of an order: two rows of one millisecond are in no order. */
const isTime = (key: string) =>
  /(At|_at|_on)"?'?\s*(:\s*'\w+')?\s*(asc|desc)?(\s+nulls \w+)?\s*[}\]]*$/i.test(key.trim())

/** The orders in a text that end with a time. */
function unfinishedOrders(text: string): readonly string[] {
  const orders = [sqlOrder, prismaOrder].flatMap((form) =>
    [...text.matchAll(form)].map(([, keys = '']) => keys),
  )
  return orders.filter((keys) => isTime(keys.split(',').at(-1) ?? ''))
}

describe('an order', () => {
  it.each([
    ['`select * from "Run" order by "createdAt"`', ['"createdAt"']],
    ['`select 1 order by r."createdAt" desc nulls last limit 5`', ['r."createdAt" desc nulls last']],
    ["{ orderBy: { createdAt: 'asc' } }", ["{ createdAt: 'asc' }"]],
    ['`select 1 order by priority, "createdAt", id limit 5`', []],
    ["{ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] }", []],
  ])('that ends with a time is found: %s', (text, found) => {
    expect(unfinishedOrders(text)).toEqual(found)
  })

  it('RUN-9 RUN-11 never ends with a time: rows of one millisecond, or of two clocks, would be in any order', () => {
    const files = globSync('{src,test,examples}/**/*.ts', { cwd: root }).filter(
      (path) => !path.includes('generated') && !path.endsWith('orders.test.ts'),
    )
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((path) =>
      unfinishedOrders(readFileSync(join(root, path), 'utf8')).map((keys) => `${path}: ${keys}`),
    )
    expect(found).toEqual([])
  })
})
