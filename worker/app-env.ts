import type { Context } from "hono"
import type { MemberRole } from "../contract/accounts/role.ts"
import type { Id } from "../contract/id.ts"
import type { TokenInUse } from "./data/accounts/access-token-rows.ts"
import type { SignedInUser } from "./data/accounts/session-rows.ts"
import type { EdgeEnv, OpenEdgeEnv } from "./env.ts"
import type { StreamedBody } from "./files/streamed-body.ts"

/** What a reply says of a limit: how many calls it has, and how many are left for how many seconds. */
export type ToldRate = { limit: number; windowS: number; left: number; resetS: number }

/** A call with a key, as the code of its change sees it. */
type KeyedCall = {
  /** The request key of what it makes, or its id. */
  id: Id
  /** The time of its first run. */
  createdAt: number
  /** True if an earlier run may have done some of it. */
  isAgain: boolean
  /** True if an earlier run has written its change, or was about to. */
  isWritten: boolean
  /** The body, if that streams. */
  body: StreamedBody | null
}

/** A token by its hash, with the account that it was of when it was last looked up. */
type RememberedToken = { userId: Id; tokenHash: string }

/** Somebody who works in another's account, and what they may do there. */
export type MemberAtWork = { person: SignedInUser; role: MemberRole }

/** The environment and variables of a request by anyone. */
export type OpenAppEnv = {
  Bindings: OpenEdgeEnv
  Variables: {
    requestId: string
    user?: SignedInUser
    sessionId?: Id
    token?: TokenInUse
    /** The account of a token that this isolate has seen before: `user` is not known, and the call's first read proves the token. */
    remembered?: RememberedToken
    member?: MemberAtWork
    /** The account's limits that the call was counted by, by their names. */
    rates?: Map<string, ToldRate>
  }
}

/** The same, once `requireUser` has let the request through: it is then at its account's place. */
export type AppEnv = {
  Bindings: EdgeEnv
  Variables: {
    requestId: string
    /** The account that the call is for: the caller's own, or the one that they work in. */
    user: SignedInUser
    /** The session, or the access token, that the call is made by. */
    sessionId: Id
    /** The access token of a call that has one. */
    token?: TokenInUse
    /** The person, where the account is another's. */
    member?: MemberAtWork
    /** The call as one that its caller may repeat, if it has a key. */
    call?: KeyedCall
    /** True for a success of which a part has failed: a repeat goes on, where it would be answered the same. */
    isUnfinished?: boolean
    rates?: Map<string, ToldRate>
  }
}

/** The context of a request, whoever sends it. */
export type OpenContext = Context<OpenAppEnv> | Context<AppEnv>
