import type { UserHubApi } from "../contract/credits/hub.ts"
import type { OpenEnv } from "./env.ts"

type UserHubStub = UserHubApi & { fetch(request: Request): Promise<Response> }

/** Returns the user's one Durable Object, with the ledger and the live channel. */
export function hubOf(env: Pick<OpenEnv, "USER_HUB">, userId: string): UserHubStub {
  return env.USER_HUB.get(env.USER_HUB.idFromName(userId)) as unknown as UserHubStub
}
