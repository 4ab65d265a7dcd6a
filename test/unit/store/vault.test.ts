import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fc, test } from '@fast-check/vitest'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import { createVault } from '../../../src/store/vault.ts'
import { readVaultKey } from '../../../src/store/vault-key.ts'

const vault = createVault(randomBytes(32))
const value = { password: 'hunter2', n: [1, null, 'é'] }

describe('a vault', () => {
  test.prop([fc.jsonValue()])('TAS-7 opens what it sealed, which does not show', (given) => {
    const json = JSON.parse(JSON.stringify(given))
    const sealed = vault.seal(json)
    expect(vault.open(sealed)).toEqual(json)
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/)
    expect(vault.seal(json)).not.toBe(sealed)
  })

  test('TAS-7 opens nothing that another key sealed', () => {
    expect(createVault(randomBytes(32)).open(vault.seal(value))).toBeNull()
  })

  test.prop([fc.nat(), fc.integer({ min: 1, max: 255 })])(
    'TAS-7 opens nothing that is damaged, wherever',
    (at, change) => {
      const bytes = Buffer.from(vault.seal(value), 'base64')
      const place = at % bytes.length
      bytes[place] = (bytes[place] ?? 0) ^ change
      expect(vault.open(bytes.toString('base64'))).toBeNull()
      expect(vault.open(bytes.subarray(0, place).toString('base64'))).toBeNull()
    },
  )

  test('TAS-7 takes a key of 32 bytes only', () => {
    expect(() => createVault(randomBytes(16))).toThrow(RangeError)
  })
})

describe('the key of a vault', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'rungraph vault '))
  })
  afterEach(() => rm(dataDir, { recursive: true, force: true }))

  test('TAS-7 is the configured one, before any other', async () => {
    const configured = randomBytes(32)
    expect(await readVaultKey({ dataDir, configured })).toBe(configured)
    expect(await readdir(dataDir)).toEqual([])
  })

  test('TAS-7 is made once beside an embedded database, for its owner alone, by however many at once', async () => {
    const made = await Promise.all([1, 2, 3].map(() => readVaultKey({ dataDir, configured: null })))
    expect(made[0]).toHaveLength(32)
    expect(made).toEqual([made[0], made[0], made[0]])
    expect(await readdir(dataDir)).toEqual(['vault.key'])
    expect((await stat(join(dataDir, 'vault.key'))).mode & 0o777).toBe(0o600)
    expect(await readVaultKey({ dataDir, configured: null })).toEqual(made[0])
  })

  test('TAS-7 is none where the database is another’s', async () => {
    expect(await readVaultKey({ dataDir: null, configured: null })).toBeNull()
  })

  test('TAS-7 that is no key is named, and left as it is', async () => {
    const path = join(dataDir, 'vault.key')
    await writeFile(path, 'short')
    await expect(readVaultKey({ dataDir, configured: null })).rejects.toMatchObject({
      code: 'DATA_DIR_UNUSABLE',
      message: expect.stringContaining('vault.key holds no key of 32 bytes'),
    })
    expect(await readFile(path, 'utf8')).toBe('short')
  })
})
