import type { OpenSession } from "../../contract/accounts/account.ts"
import { profile } from "../../contract/api/profile-api.ts"
import { ApiRoutes } from "../api-routes.ts"
import { listSessions, revokeOtherSessions } from "../data/accounts/session-rows.ts"
import { databaseOf } from "../data/database.ts"
import { closeSockets } from "../flows/accounts/close-sockets.ts"
import { logSecurity } from "../log.ts"
import { checkOwnPassword } from "../middleware/own-password.ts"

export const sessionsRoutes = new ApiRoutes()
  .serve(profile.sessions, async (c) => {
    const rows = await listSessions(databaseOf(c.env), c.var.user.id, Date.now())
    const data: OpenSession[] = rows.map(({ id, createdAt, expiresAt }) => ({
      _id: id,
      createdAt: new Date(createdAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
      isCurrent: id === c.var.sessionId,
    }))
    return { data }
  })
  .serve(profile.endSessions, async (c) => {
    await checkOwnPassword(c, c.req.valid("json").password)
    const { user, sessionId, requestId } = c.var
    const ended = await revokeOtherSessions(
      databaseOf(c.env),
      { userId: user.id, keep: sessionId },
      Date.now(),
    )
    for (const id of ended) await closeSockets(c.env, user.id, id)
    logSecurity("signed-out-elsewhere", { requestId, userId: user.id, sessions: ended.length })
    return { data: { ended: ended.length }, message: "You are logged out everywhere else" }
  })
