import { MINUTE_MS } from "../../contract/duration.ts"
import type { PiecesMessage } from "../../contract/message.ts"
import { findAnyImage } from "../data/artwork/image-rows.ts"
import { databaseOf } from "../data/database.ts"
import { claimVariants, releaseVariants } from "../data/pieces/variant-rows.ts"
import type { Env } from "../env.ts"
import { PIECES_A_TURN, queueTurns } from "../flows/pieces/find-pieces.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { drawVariants } from "./pieces/draw-pieces.ts"

/** Pieces take some 30 ms each; whoever claimed them is gone after this. */
const CLAIM_MS = 2 * MINUTE_MS
/** No piece is begun after this time: others wait for their turn. */
const TURN_MS = 2_000

/**
 * Draws some of an account's waiting pieces and gets into the line again where more are left, so that
 * accounts take turns. A second message takes others, or finds none left.
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
    // The message comes again when the isolate has room. What fails in any other way stays claimed, so
    // that it does not hold up the rest.
    if (error instanceof BusyError) await releaseVariants(db, userId, claimed, Date.now())
    throw error
  }
}
