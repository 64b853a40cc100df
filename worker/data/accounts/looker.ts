import { type SQL, sql } from "drizzle-orm"
import type { Id } from "../../../contract/id.ts"

/**
 * An account that looks at a thing. `isProgram`: by an access token, which sees its own account's alone, an admin's too.
 * `isAdmin`: an admin whose row is in another database, as the session there has shown.
 */
export type Looker = { userId: Id; isProgram: boolean; isAdmin?: boolean }

/** Returns SQL that is true for the owner of a thing, and for admins who look themselves. */
export function mayLook({ userId, isProgram, isAdmin }: Looker, owner: SQL): SQL {
  if (isAdmin) return sql`TRUE`
  const isOwn = sql`${owner} = ${userId}`
  return isProgram
    ? isOwn
    : sql`(${isOwn} OR EXISTS (SELECT 1 FROM user WHERE user.id = ${userId} AND user.role = 'admin'))`
}
