import { MINUTE_MS } from "../../contract/duration.ts"
import type { PiecesMessage } from "../../contract/message.ts"
import { findAnyImage } from "../data/artwork/image-rows.ts"
import { databaseOf } from "../data/database.ts"
import { claimVariants, releaseVariants } from "../data/pieces/variant-rows.ts"
import type { Env } from "../env.ts"
import { PIECES_A_TURN, queueTurns } from "../flows/pieces/find-pieces.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { drawVariants } from "./pieces/draw-pieces.ts"

/** The time after which a claim's holder is gone; pieces take some 30 ms each. */
const CLAIM_MS = 2 * MINUTE_MS
/** The time after which no piece is begun: others wait for their turn. */
const TURN_MS = 2_000

/**
 * Draws some of an account's waiting pieces and queues another turn if more remain, so that accounts
 * take turns. A second message takes others, or finds none.
 */
export async function takeTurn(
  env: Env,
  { userId }: Extract<PiecesMessage, { kind: "turn" }>,
): Promise<void> {
  const db = databaseOf(env)
  const nowMs = Date.now()
  const claim = { limit: PIECES_A_TURN, nowMs, untilMs: nowMs + CLAIM_MS }
  const claimed = await claimVariants(db, userId, claim)
  if (claimed.length === 0) return
  const row = await findAnyImage(db, claimed[0].imageId)
  const mayBegin = () => Date.now() - nowMs < TURN_MS
  try {
    const drawn = row ? await drawVariants(env, row, claimed, { mayBegin }) : 0
    const areMoreLeft = await releaseVariants(db, userId, claimed.slice(drawn), Date.now())
    if (areMoreLeft) await queueTurns(env, userId, 1)
  } catch (error) {
    // The message comes again when the isolate has room. Pieces that fail in another way stay claimed,
    // so that they do not delay the rest.
    if (error instanceof BusyError) await releaseVariants(db, userId, claimed, Date.now())
    throw error
  }
}
