import type { Id } from "../../contract/id.ts"
import type { Env } from "../env.ts"
import { hubOf } from "../hub-stub.ts"
import { logError } from "../log.ts"

const CLOSE_TRIES = 3

/**
 * Closes the sockets of a revoked session, or all of the user's with null. The rows are revoked by then, so a hub that
 * cannot be reached only lets an open socket live on: that is logged, not answered.
 */
export async function closeSockets(env: Env, userId: Id, sessionId: Id | null): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await hubOf(env, userId).closeSockets({ sessionId })
    } catch (error) {
      if (tries < CLOSE_TRIES) continue
      logError("sockets not closed", { userId, sessionId, error })
      return
    }
  }
}
