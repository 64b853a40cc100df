import type { Id } from "../../../contract/id.ts"
import { listWorkplaces } from "../../data/accounts/member-rows.ts"
import { directoryOf } from "../../data/database.ts"
import type { OpenEnv } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { logError } from "../../log.ts"

const CLOSE_TRIES = 3

/**
 * Closes the sockets of a revoked session; with null, all of the user's. Those in accounts that they work in are closed,
 * too. The session's row is revoked already, so an unreachable hub only leaves a socket open: that is logged only.
 */
export async function closeSockets(env: OpenEnv, userId: Id, sessionId: Id | null): Promise<void> {
  await tried({ userId, sessionId }, () => hubOf(env, userId).closeSockets({ sessionId }))
  await tried({ userId, sessionId }, () => closeElsewhere(env, userId, sessionId))
}

/** Closes the sockets of somebody who does not work in the account any more, or with another role. */
export async function closeSocketsOfMember(env: OpenEnv, accountId: Id, memberId: Id): Promise<void> {
  await tried({ userId: accountId, memberId }, () =>
    hubOf(env, accountId).closeSockets({ sessionId: null, memberId }),
  )
}

/** Closes somebody's sockets, of one session or of all, in the accounts that they work in. */
export async function closeElsewhere(env: OpenEnv, userId: Id, sessionId: Id | null): Promise<void> {
  for (const { id } of await listWorkplaces(directoryOf(env), userId))
    await hubOf(env, id).closeSockets({ sessionId, ...(sessionId === null && { memberId: userId }) })
}

async function tried(of: object, close: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await close()
    } catch (error) {
      if (tries < CLOSE_TRIES) continue
      logError("sockets not closed", { ...of, error })
      return
    }
  }
}
