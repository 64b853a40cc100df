import { MINUTE_MS } from "../../../contract/duration.ts"
import { countOne, uncountOne } from "../../data/accounts/rate-count-rows.ts"
import { setFirstZone } from "../../data/accounts/user-rows.ts"
import { databaseOf, directoryOf } from "../../data/database.ts"
import {
  connectIntegration,
  countOtherShops,
  findShop,
  releaseShop,
} from "../../data/integrations/integration-rows.ts"
import type { Env } from "../../env.ts"
import { copyUser, everyPlace, findStrangers, noteName } from "../../place.ts"

type Connection = Parameters<typeof connectIntegration>[1] & {
  /** The shop's zone; its account's days are that zone's while its owner has set none. */
  timeZone: string | null
}
type Outcome = Awaited<ReturnType<typeof connectIntegration>>

/**
 * Connects a shop that no account in any database has. In the directory one call at a time looks through
 * the databases for a shop: two accounts that connect it at once would not see each other.
 */
export async function connectShop(env: Env, { timeZone, ...connection }: Connection): Promise<Outcome> {
  const outcome = await connectAlone(env, connection)
  if (outcome === "connected")
    await noteName(env, `shop:${connection.type}:${connection.shopId}`, connection.userId)
  if (outcome !== "connected" || timeZone === null) return outcome
  await setFirstZone(directoryOf(env), connection.userId, timeZone)
  await copyUser(env, connection.userId)
  return outcome
}

async function connectAlone(env: Env, connection: Omit<Connection, "timeZone">): Promise<Outcome> {
  const db = databaseOf(env)
  const others = everyPlace(env).filter(({ place }) => place !== env.place)
  if (others.length === 0) return connectIntegration(db, connection)
  const { type, shopId, userId, nowMs } = connection
  const key = `connect:${type}:${shopId}`
  const directory = directoryOf(env)
  const { count } = await countOne(directory, { key, windowMs: MINUTE_MS, nowMs })
  try {
    if (count > 1) return "gone"
    const strangersOf = await findStrangers(env)
    for (const own of others) {
      const other = databaseOf(own)
      const held = await findShop(other, type, shopId)
      if (held && strangersOf(own.place).includes(held.userId)) continue
      if (held && (held.userId === userId || held.tokensEncrypted !== null)) return { takenBy: held }
      if (held) await releaseShop(other, { type, shopId, nowMs })
    }
    const countOthers = () => countAllShops(env, { type, id: null }, Number.MAX_SAFE_INTEGER, others)
    const maxShops = connection.maxShops && connection.maxShops - (await countOthers())
    return await connectIntegration(db, { ...connection, maxShops })
  } finally {
    await uncountOne(directory, key, nowMs)
  }
}

/** Counts the connected shops of a vendor but this one, in all databases or in these. */
export async function countAllShops(
  env: Env,
  but: Parameters<typeof countOtherShops>[1],
  most: number,
  places = everyPlace(env),
): Promise<number> {
  const strangersOf = await findStrangers(env)
  const counts = places.map((own) =>
    countOtherShops(databaseOf(own), { ...but, strangers: strangersOf(own.place) }, most),
  )
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}
