import { hintsOf } from "../../../contract/accounts/hint.ts"
import type { Profile } from "../../../contract/accounts/profile.ts"
import type { MemberAtWork } from "../../app-env.ts"
import { findPendingChange } from "../../data/accounts/email-change-rows.ts"
import { hasMembers } from "../../data/accounts/member-rows.ts"
import type { SignedInUser } from "../../data/accounts/session-rows.ts"
import { directoryOf } from "../../data/database.ts"
import { FIRST_DATABASE } from "../../database-name.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"
import { accountNameOf, workplacesOf } from "./read-workplaces.ts"

/** The balance as a press sees it. */
const nothing = { available: 0, used: 0, owed: 0 }

/**
 * Returns the account as it crosses the wire; the credits are the ledger's own. A member of the account has its settings,
 * with their own name and address.
 */
export async function profileOf(env: Env, user: SignedInUser, member?: MemberAtWork): Promise<Profile> {
  // The session's row tells it of those who live in the directory.
  const isKnown = env.place === FIRST_DATABASE && member === undefined
  const isPress = member?.role === "press"
  const person = member?.person ?? user
  const [balance, pending, workplaces, hasPeople] = await Promise.all([
    isPress ? nothing : hubOf(env, user.id).balance(),
    member || (isKnown && user.isChangingEmail === 0)
      ? null
      : findPendingChange(directoryOf(env), user.id, Date.now()),
    isKnown && user.worksElsewhere === 0 ? [] : workplacesOf(env, person),
    member !== undefined ||
      (isKnown && user.hasPeople !== undefined
        ? user.hasPeople === 1
        : hasMembers(directoryOf(env), user.id)),
  ])
  return {
    _id: user.id,
    email: person.email,
    ...(pending && { pendingEmail: pending.newEmail }),
    firstName: person.firstName,
    lastName: person.lastName,
    username: person.username,
    company: member ? accountNameOf(user) : user.company,
    phone: person.phone,
    worksAs: member?.role ?? "owner",
    workplaces: workplaces.length > 1 ? workplaces : [],
    hasPeople,
    role: user.role,
    status: user.status,
    timeZone: user.timeZone,
    // A session's row has the column's number.
    warnsOfRudeWords: Boolean(user.warnsOfRudeWords),
    holdsForInk: Boolean(user.holdsForInk),
    inkRules: JSON.parse(user.inkRules),
    mends: JSON.parse(user.mends),
    garments: JSON.parse(user.garments),
    lengthUnit: user.lengthUnit,
    mayOfferAutopilot: member === undefined && user.autopilotOfferClosedAt === null,
    usedHints: hintsOf(user.usedHints),
    credit: {
      availableCredits: balance.available,
      usedCredits: balance.used,
      ...(balance.owed > 0 && { owedCredits: balance.owed }),
    },
  }
}
