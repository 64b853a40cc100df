import type { Id } from "../../../contract/id.ts"
import type { OpenEnv } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError } from "../../log.ts"

const CLOSE_TRIES = 3

/**
 * Closes the sockets of a revoked session; with null, all of the user's. The session's row is revoked
 * already, so an unreachable hub only leaves a socket open: that is logged only.
 */
export async function closeSockets(env: OpenEnv, userId: Id, sessionId: Id | null): Promise<void> {
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
