import { hintsOf } from "../../../contract/accounts/hint.ts"
import type { Profile } from "../../../contract/accounts/profile.ts"
import { findPendingChange } from "../../data/accounts/email-change-rows.ts"
import type { SignedInUser } from "../../data/accounts/session-rows.ts"
import { directoryOf } from "../../data/database.ts"
import { FIRST_DATABASE } from "../../database-name.ts"
import type { Env } from "../../env.ts"
import { hubOf } from "../../hub-stub.ts"

/** Returns the account as it crosses the wire; the credits are the ledger's own. */
export async function profileOf(env: Env, user: SignedInUser): Promise<Profile> {
  // The session's row tells it of those who live in the directory.
  const isKnownNone = env.place === FIRST_DATABASE && user.isChangingEmail === 0
  const [balance, pending] = await Promise.all([
    hubOf(env, user.id).balance(),
    isKnownNone ? null : findPendingChange(directoryOf(env), user.id, Date.now()),
  ])
  return {
    _id: user.id,
    email: user.email,
    ...(pending && { pendingEmail: pending.newEmail }),
    firstName: user.firstName,
    lastName: user.lastName,
    username: user.username,
    company: user.company,
    phone: user.phone,
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
    mayOfferAutopilot: user.autopilotOfferClosedAt === null,
    usedHints: hintsOf(user.usedHints),
    credit: {
      availableCredits: balance.available,
      usedCredits: balance.used,
      ...(balance.owed > 0 && { owedCredits: balance.owed }),
    },
  }
}
