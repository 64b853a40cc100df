import type { Id } from "../../contract/id.ts"
import type { TurnMessage } from "../../contract/message.ts"
import { findAnyImage, type ImageRow } from "../data/artwork/image-rows.ts"
import { claimReadAgain, releaseReadAgain } from "../data/artwork/image-turn-rows.ts"
import { imageInk, imageVariant } from "../data/artwork/tables.ts"
import { CLAIM_MS, claimWaiting, releaseWaiting } from "../data/artwork/waiting-rows.ts"
import { databaseOf } from "../data/database.ts"
import type { Env } from "../env.ts"
import { MADE_A_TURN, queueTurns } from "../flows/artwork/queue-turns.ts"
import { BusyError } from "../isolate/isolate-lock.ts"
import { checkInks } from "./artwork/check-ink.ts"
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
      return makeSome(
        env,
        turn,
        lineOf(env, userId, imageVariant, (row, some, mayBegin) =>
          drawVariants(env, row, some, { mayBegin }),
        ),
      )
    case "ink":
      return makeSome(
        env,
        turn,
        lineOf(env, userId, imageInk, (row, some, mayBegin) => checkInks(env, row, some, mayBegin)),
      )
    case "again":
      return makeSome(env, turn, {
        claim: (claim) => claimReadAgain(db, userId, claim),
        make: (claimed, mayBegin) => readAgain(env, claimed, mayBegin),
        release: (rest, nowMs) => releaseReadAgain(db, userId, rest, nowMs),
      })
  }
}

function lineOf<T extends typeof imageVariant | typeof imageInk>(
  env: Env,
  userId: Id,
  table: T,
  make: (row: ImageRow, some: T["$inferSelect"][], mayBegin: MayBegin) => Promise<number>,
): Line<T["$inferSelect"]> {
  const db = databaseOf(env)
  return {
    claim: (claim) => claimWaiting(db, table, userId, claim),
    async make(claimed, mayBegin) {
      const row = await findAnyImage(db, claimed[0].imageId)
      return row ? make(row, claimed, mayBegin) : 0
    },
    release: (rest, nowMs) => releaseWaiting(db, table, userId, rest, nowMs),
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
    // The message comes again when the isolate has room. What fails in another way stays claimed, so that it does not
    // delay the rest.
    if (error instanceof BusyError) await line.release(claimed, Date.now())
    throw error
  }
}
