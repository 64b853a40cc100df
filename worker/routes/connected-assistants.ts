import type { ConnectedAssistant } from "../../contract/accounts/connected-assistant.ts"
import { scopes } from "../../contract/accounts/scope.ts"
import { assistants } from "../../contract/api/assistant-api.ts"
import { consents } from "../../contract/api/consent-api.ts"
import { ApiError } from "../../contract/error.ts"
import { MAX_ASSISTANTS } from "../../contract/limit.ts"
import { ApiRoutes } from "../api-routes.ts"
import { loadAuthorization } from "../assistant/load-authorization.ts"
import { deleteAssistant, type ListedAssistant, listAssistants } from "../data/accounts/oauth-record-rows.ts"
import { directoryOf } from "../data/database.ts"
import { removeOnce } from "../flows/programs/change-once.ts"
import { logSecurity } from "../log.ts"
import { idOf } from "../valid.ts"
import { authorizationHost } from "./assistants.ts"

/** The assistants of the signed-in person, and the page on which they are let in. */
export const connectedAssistantsRoutes = new ApiRoutes()
  .serve(assistants.list, async (c) => {
    const rows = await listAssistants(directoryOf(c.env), c.var.user.id, Date.now())
    return { data: rows.map(replyOf) }
  })
  .serve(consents.ask, async (c) => {
    const { question } = c.req.valid("json")
    const asked = await (await loadAuthorization()).readQuestion(question, authorizationHost(c))
    if (asked.state === "unreadable") throw new ApiError("unprocessable", asked.words)
    if (asked.state === "wrong") return { data: asked }
    const words = asked.scopes.map((name) => ({ name, words: scopes[name] }))
    return { data: { ...asked, email: c.var.user.email, scopes: words } }
  })
  .serve(consents.allow, async (c) => {
    const { question, scopes: chosen } = c.req.valid("json")
    const { user, requestId } = c.var
    const consent = { userId: user.id, scopes: chosen }
    const answer = await (await loadAuthorization()).allowAssistant(question, consent, authorizationHost(c))
    if (answer.state === "unreadable") throw new ApiError("unprocessable", answer.words)
    if (answer.state === "full")
      throw new ApiError(
        "conflict",
        `At most ${MAX_ASSISTANTS} assistants may act for an account. Disconnect one that is not used.`,
      )
    logSecurity("assistant-allowed", { requestId, userId: user.id })
    return { data: { leadTo: answer.leadTo } }
  })
  .serve(consents.refuse, async (c) => {
    const { question } = c.req.valid("json")
    const answer = await (await loadAuthorization()).refuseAssistant(question, authorizationHost(c))
    if (answer.state === "unreadable") throw new ApiError("unprocessable", answer.words)
    return { data: { leadTo: answer.leadTo } }
  })
  .serve(assistants.remove, async (c) => {
    const id = idOf(c, "assistant")
    const { user, requestId } = c.var
    await removeOnce(c, "assistant", () => deleteAssistant(directoryOf(c.env), user.id, id))
    logSecurity("assistant-removed", { requestId, userId: user.id, assistantId: id })
    return { data: { _id: id }, message: "Disconnected. The assistant can do nothing here any more." }
  })

function replyOf(row: ListedAssistant): ConnectedAssistant {
  const { id, name, host, scopes, lastUsedFrom, createdAt, expiresAt, lastUsedAt } = row
  return {
    _id: id,
    ...{ name, host, scopes, lastUsedFrom },
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt).toISOString(),
  }
}
