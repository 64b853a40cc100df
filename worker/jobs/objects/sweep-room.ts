import { DAY_MS } from "../../../contract/duration.ts"
import { DATABASE_BYTES, FIGURE_DAYS } from "../../../contract/operations/operations.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import {
  type DatabaseSizes,
  findSizes,
  measureBytes,
  storeSizes,
} from "../../data/operations/database-size.ts"
import type { OpenEnv } from "../../env.ts"
import { everyPlace } from "../../place.ts"

/** The days before its end at which a full database is pointed out. */
const WARN_DAYS = 31
/** The days without which nobody knows how fast a database grows, and the share of room that is too little then. */
const KNOWN_DAYS = 7
const LITTLE_ROOM = 0.05

/**
 * Measures each database and fails while one will be full within a month, by its growth in the last one: so health
 * counts it, and Operations says which. A second run a day replaces the first one's sizes.
 */
export async function sweepRoom(env: OpenEnv, nowMs: number): Promise<void> {
  const directory = directoryOf(env)
  const date = new Date(nowMs).toISOString().slice(0, 10)
  const bytes = Object.fromEntries(
    await Promise.all(everyPlace(env).map(async (own) => [own.place, await measureBytes(databaseOf(own))])),
  )
  const earlier = (await findSizes(directory)).filter((day) => day.date !== date)
  const sizes = [...earlier, { date, bytes }].slice(-FIGURE_DAYS)
  await storeSizes(directory, sizes, nowMs)
  const full = Object.keys(bytes).flatMap((name) => {
    const days = daysLeft(sizes, name)
    if (days > WARN_DAYS) return []
    return `${name} holds ${(bytes[name] / 1e9).toFixed(1)} of ${DATABASE_BYTES / 1e9} GB and is full in about ${days} days`
  })
  if (full.length > 0) throw new Error(`${full.join("; ")}: add a database, or move accounts (docs/scale.md)`)
}

/**
 * Returns the days until a database is full, if it goes on growing as since the first of these days. In the first
 * week, whose growth says little, it is 0 or without end.
 */
export function daysLeft(sizes: DatabaseSizes, name: string): number {
  const known = sizes.flatMap(({ date, bytes }) => (name in bytes ? { date, bytes: bytes[name] } : []))
  const [first, last] = [known[0], known[known.length - 1]]
  const left = DATABASE_BYTES - last.bytes
  const days = (Date.parse(last.date) - Date.parse(first.date)) / DAY_MS
  if (left <= (days < KNOWN_DAYS ? LITTLE_ROOM * DATABASE_BYTES : 0)) return 0
  const aDay = days < KNOWN_DAYS ? 0 : (last.bytes - first.bytes) / days
  return aDay > 0 ? Math.floor(left / aDay) : Number.POSITIVE_INFINITY
}
