import type { D1Database } from "@cloudflare/workers-types"
import { randomFrom } from "../../harness/seeded-random.ts"
import { signUp } from "../../local/people.ts"
import type { Seller } from "./seller.ts"

const ROUND_PAUSE_MS = 1_000
/** The time without progress after which the queues count as empty; the sweeps do the rest. */
const MAX_QUIET_MS = 30_000

/** Waits while open work decreases: on a busy machine sellers are faster than the renderer. */
export async function drainQueues(countOpen: () => Promise<number>): Promise<void> {
  let open = await countOpen()
  for (let quietMs = 0; open > 0 && quietMs < MAX_QUIET_MS; quietMs += ROUND_PAUSE_MS) {
    await pause(ROUND_PAUSE_MS)
    const now = await countOpen()
    if (now < open) quietMs = 0
    open = now
  }
}

/**
 * Returns a counter of work under way. It is prepared and run once beforehand: the local runtime's
 * access to D1 does both over a kept connection without catching failures, and a starved machine may
 * close that connection.
 */
export async function openCounter(d1: D1Database): Promise<() => Promise<number>> {
  const statement = d1.prepare(
    `SELECT (SELECT count(*) FROM print WHERE status = 'Processing') + (SELECT count(*) FROM image WHERE status = 'Ingesting')
      + (SELECT count(*) FROM attempt WHERE is_hold_settled = 0 OR is_announced = 0) AS total`,
  )
  const countOpen = async () => (await statement.first<{ total: number }>())?.total ?? 0
  await countOpen()
  return countOpen
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Makes a signed-up seller with three sizes; seller `i` of a seed always draws the same. */
export async function makeSeller(
  i: number,
  seed: number,
  origin: string,
  standInsOrigin: string,
): Promise<{ userId: string; seller: Seller }> {
  const client = await signUp(origin, standInsOrigin, {
    firstName: "Soak",
    lastName: "Seller",
    username: `soak${i}`,
    email: `soak${i}@shop.test`,
    password: "a-good-password",
  })
  const { _id: userId } = await client.expect<{ _id: string }>("GET", "/api/profile")
  const sizes: string[] = []
  for (const value of [1.5, 3, 5])
    sizes.push(
      (await client.expect<{ _id: string }>("POST", "/api/sizes", { name: `${value} in`, value }))._id,
    )
  const random = randomFrom(seed * 100 + i)
  return {
    userId,
    seller: { client, origin, standInsOrigin, random, images: [], sizes, prints: [] } satisfies Seller,
  }
}

/** Returns the text of an error and its causes. */
export function wordsOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  return cause === undefined ? String(error) : `${error}: ${wordsOf(cause)}`
}
