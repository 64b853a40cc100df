import { MINUTE_MS } from "../../contract/duration.ts"
import type { TurnMessage } from "../../contract/message.ts"
import { findAnyImage, type ImageRow } from "../data/artwork/image-rows.ts"
import { imageInk, imageVariant } from "../data/artwork/tables.ts"
import { claimWaiting, releaseWaiting } from "../data/artwork/waiting-rows.ts"
import { databaseOf } from "../data/database.ts"
import type { Env } from "../env.ts"
import { MADE_A_TURN, queueTurns } from "../flows/artwork/queue-turns.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { checkInks } from "./artwork/check-ink.ts"
import { drawVariants } from "./pieces/draw-pieces.ts"

/** The time after which a claim's holder is gone; a piece takes some 30 ms, a check of ink seconds at most. */
const CLAIM_MS = 2 * MINUTE_MS
/** The time after which nothing is begun: others wait for their turn. */
const TURN_MS = 2_000

/** Returns true if the next one may still be begun. */
type MayBegin = () => boolean

/**
 * Makes some of an account's waiting pieces, or checks of ink, and queues another turn if more remain, so that
 * accounts take turns. A second message takes others, or finds none.
 */
export function takeTurn(env: Env, { kind, userId }: TurnMessage): Promise<void> {
  switch (kind) {
    case "turn":
      return makeSome(env, { kind, userId }, imageVariant, (row, some, mayBegin) =>
        drawVariants(env, row, some, { mayBegin }),
      )
    case "ink":
      return makeSome(env, { kind, userId }, imageInk, (row, some, mayBegin) =>
        checkInks(env, row, some, mayBegin),
      )
  }
}

async function makeSome<T extends typeof imageVariant | typeof imageInk>(
  env: Env,
  turn: TurnMessage,
  table: T,
  /** Makes these, the first at least, and returns how many of them are finished. */
  make: (row: ImageRow, some: T["$inferSelect"][], mayBegin: MayBegin) => Promise<number>,
): Promise<void> {
  const db = databaseOf(env)
  const { kind, userId } = turn
  const nowMs = Date.now()
  const claim = { limit: MADE_A_TURN[kind], nowMs, untilMs: nowMs + CLAIM_MS }
  const claimed = await claimWaiting(db, table, userId, claim)
  if (claimed.length === 0) return
  const row = await findAnyImage(db, claimed[0].imageId)
  const mayBegin = () => Date.now() - nowMs < TURN_MS
  try {
    const made = row ? await make(row, claimed, mayBegin) : 0
    const areMoreLeft = await releaseWaiting(db, table, userId, claimed.slice(made), Date.now())
    if (areMoreLeft) await queueTurns(env, turn, 1)
  } catch (error) {
    // The message comes again when the isolate has room. What fails in another way stays claimed, so that it does not
    // delay the rest.
    if (error instanceof BusyError) await releaseWaiting(db, table, userId, claimed, Date.now())
    throw error
  }
}
