import { existsSync } from 'node:fs'
import pg from 'pg'
import { superuserAddress } from '../../../src/testing/test-server.ts'
import { fillShop, openTheDay } from './fill-shop.ts'
import { openShop, type Shop } from './open-shop.ts'
import { pace } from './shop-tools.ts'
import { spreadRuns } from './spread-runs.ts'

/** A server with two weeks of a shop. A folder that is there already is taken as it is. */
export async function openFilledShop(place: {
  readonly dataDir: string
  readonly port: number
}): Promise<Shop> {
  const isFilled = existsSync(place.dataDir)
  const shop = await openShop(place)
  if (!isFilled) {
    const runs = await fillShop(shop)
    const pool = new pg.Pool({ connectionString: await superuserAddress(place.dataDir) })
    await spreadRuns(pool, runs)
    await pool.end()
    await openTheDay(shop)
  }
  pace.speed = 1
  return shop
}
