import { type DoerMark, tokenMark } from "../contract/accounts/doer.ts"
import type { AppEnv } from "./app-env.ts"

/** Returns who makes a call, as rows keep it: the program whose token it has, else the person, who may be in another's account. */
export function markOf({
  user,
  member,
  token,
}: Pick<AppEnv["Variables"], "user" | "member" | "token">): DoerMark {
  return token ? tokenMark(token.name) : (member?.person ?? user).id
}
