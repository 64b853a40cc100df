import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"

/** An account that looks at a thing. `isProgram`: by an access token, which sees its own account's alone, an admin's too. */
export type Looker = { userId: Id; isProgram: boolean }

/** Returns SQL that is true for the owner of a thing, and for admins who look themselves. */
export function mayLook({ userId, isProgram }: Looker, owner: SQL): SQL {
  const isOwn = sql`${owner} = ${userId}`
  return isProgram
    ? isOwn
    : sql`(${isOwn} OR EXISTS (SELECT 1 FROM user WHERE user.id = ${userId} AND user.role = 'admin'))`
}
