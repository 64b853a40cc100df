import type { Id } from "../../contract/id.ts"
import type { TurnMessage } from "../../contract/message.ts"
import { findAnyImage, findAnyImages, type ImageRow } from "../data/artwork/image-rows.ts"
import { claimReadAgain, releaseReadAgain } from "../data/artwork/image-turn-rows.ts"
import { endInkTurn, type InkRow } from "../data/artwork/ink-rows.ts"
import { imageInk, imageVariant } from "../data/artwork/tables.ts"
import { CLAIM_MS, claimWaiting, endTurn } from "../data/artwork/waiting-rows.ts"
import { databaseOf } from "../data/database.ts"
import type { VariantRow } from "../data/pieces/variant-rows.ts"
import type { Env } from "../env.ts"
import { publishInk } from "../flows/artwork/end-image.ts"
import { MADE_A_TURN, queueTurns } from "../flows/artwork/queue-turns.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { type CheckedInk, checkInks } from "./artwork/check-ink.ts"
import { readAgain } from "./orders/read-again.ts"
import { drawVariants } from "./pieces/draw-pieces.ts"

/** The time after which nothing is begun: others wait for their turn. */
const TURN_MS = 2_000

/** Returns true if the next one may still be begun. */
type MayBegin = () => boolean

/** The things of one kind that an account waits for. */
type Line<T> = {
  /** Takes some that nobody else has until `untilMs`. */
  claim(claim: { limit: number; nowMs: number; untilMs: number }): Promise<T[]>
  /** Makes these, the first at least, and returns how many of them are finished. */
  make(claimed: T[], mayBegin: MayBegin): Promise<number>
  /** Gives back the others, and returns whether any waits. */
  release(rest: readonly T[], nowMs: number): Promise<boolean>
}

/**
 * Makes some of an account's waiting pieces, checks of ink or readings, and queues another turn if more remain, so that
 * accounts take turns. A second message takes others, or finds none.
 */
export function takeTurn(env: Env, turn: TurnMessage): Promise<void> {
  const { userId } = turn
  const db = databaseOf(env)
  switch (turn.kind) {
    case "turn":
      return makeSome(env, turn, lineOfPieces(env, userId))
    case "ink":
      return makeSome(env, turn, lineOfInk(env, userId))
    case "again":
      return makeSome(env, turn, {
        claim: (claim) => claimReadAgain(db, turn, claim),
        make: (claimed, mayBegin) => readAgain(env, claimed, mayBegin),
        release: (rest, nowMs) => releaseReadAgain(db, turn, rest, nowMs),
      })
  }
}

/** Draws pieces of the one image whose piece waits longest: they share its picture. */
function lineOfPieces(env: Env, userId: Id): Line<VariantRow> {
  const db = databaseOf(env)
  return {
    claim: (claim) => claimWaiting(db, imageVariant, userId, { ...claim, isOfOneImage: true }),
    async make(claimed, mayBegin) {
      const row = await findAnyImage(db, claimed[0].imageId)
      return row ? drawVariants(env, row, claimed, { mayBegin }) : 0
    },
    async release(others, nowMs) {
      const { areMoreDue } = await endTurn(db, imageVariant, userId, { others }, nowMs)
      return areMoreDue
    },
  }
}

/** Checks the ink that waits longest, of any images, and stores all that was found at once. What fails is put off. */
function lineOfInk(env: Env, userId: Id): Line<InkRow> {
  const db = databaseOf(env)
  let images: ReadonlyMap<Id, ImageRow> = new Map()
  let checked: CheckedInk = { made: [], failed: [], finished: 0 }
  return {
    claim: (claim) => claimWaiting(db, imageInk, userId, { ...claim, isOfOneImage: false }),
    async make(claimed, mayBegin) {
      images = await findAnyImages(
        db,
        claimed.map(({ imageId }) => imageId),
      )
      checked = await checkInks(env, images, claimed, mayBegin)
      return checked.finished
    },
    async release(others, nowMs) {
      const { made, failed } = checked
      const { areMoreDue, isMoving } = await endInkTurn(db, userId, { made, failed, others }, nowMs)
      // Pages fetch all once none of the account's is on its way: until then they ask now and then.
      const last = made.at(-1)
      const row = last && images.get(last.imageId)
      if (row && !isMoving) await publishInk(env, row, last.digest)
      return areMoreDue
    },
  }
}

async function makeSome<T>(env: Env, turn: TurnMessage, line: Line<T>): Promise<void> {
  const nowMs = Date.now()
  const claimed = await line.claim({ limit: MADE_A_TURN[turn.kind], nowMs, untilMs: nowMs + CLAIM_MS })
  if (claimed.length === 0) return
  try {
    const made = await line.make(claimed, () => Date.now() - nowMs < TURN_MS)
    if (await line.release(claimed.slice(made), Date.now())) await queueTurns(env, turn, 1)
  } catch (error) {
    // The message comes again when the isolate has room. What fails in another way stays claimed, as if the isolate had
    // ended: one of these may be the cause, so each is taken alone then.
    if (error instanceof BusyError) await line.release(claimed, Date.now())
    throw error
  }
}
