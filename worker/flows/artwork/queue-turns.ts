import type { TurnMessage } from "../../../contract/message.ts"
import type { Env } from "../../env.ts"
import { logWarning } from "../../log.ts"

/** The messages of an account, for each kind, that are under way at the same time, if there are Workers for them. */
const TURNS_AT_ONCE = 2
/** The pieces, checks of ink and readings that one of them makes at most, before others have their turn. */
export const MADE_A_TURN = { turn: 25, ink: 10, again: 10 } as const
const queues = { turn: "PIECES_QUEUE", ink: "PIECES_QUEUE", again: "READING_QUEUE" } as const

/** Queues the first turns of an account that has waited for none, as many as `added` things take. */
export async function queueFirstTurns(env: Env, turn: TurnMessage, added: number): Promise<void> {
  await queueTurns(env, turn, Math.min(TURNS_AT_ONCE, Math.ceil(added / MADE_A_TURN[turn.kind])))
}

/** Queues turns of an account, in each of which some of what it waits for is made. */
export async function queueTurns(env: Env, turn: TurnMessage, turns: number): Promise<void> {
  try {
    await env[queues[turn.kind]].sendBatch(Array.from({ length: turns }, () => ({ body: turn })))
  } catch (error) {
    // The rows are stored, and the sweep queues them again.
    logWarning("turns not queued, left to the sweep", { ...turn, error })
  }
}
