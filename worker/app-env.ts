import type { Id } from "../contract/id.ts"
import type { SignedInUser } from "./data/accounts/session-rows.ts"
import type { EdgeEnv } from "./env.ts"

/** The variables of a request: `requestId` always; the rest once `requireUser` has let it through. */
export type AppEnv = {
  Bindings: EdgeEnv
  Variables: {
    requestId: string
    user: SignedInUser
    sessionId: Id
  }
}
