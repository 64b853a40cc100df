import type { Workplace } from "../../../contract/accounts/workplace.ts"
import { listWorkplaces } from "../../data/accounts/member-rows.ts"
import type { SignedInUser } from "../../data/accounts/session-rows.ts"
import { directoryOf } from "../../data/database.ts"
import type { OpenEnv } from "../../env.ts"

/** Returns the name by which people know an account: its company's, else its owner's. */
export function accountNameOf({
  company,
  firstName,
  lastName,
}: Pick<SignedInUser, "company" | "firstName" | "lastName">): string {
  return company || `${firstName} ${lastName}`.trim()
}

/** Returns the accounts that a person works in, their own first. */
export async function workplacesOf(env: OpenEnv, person: SignedInUser): Promise<Workplace[]> {
  const others = await listWorkplaces(directoryOf(env), person.id)
  return [
    { _id: person.id, name: accountNameOf(person), role: "owner" },
    ...others.map(({ id, role, ...account }) => ({ _id: id, name: accountNameOf(account), role })),
  ]
}
