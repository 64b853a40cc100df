import { useQuery } from "@tanstack/react-query"
import { type ProfileUpdate, userSchema } from "../../../contract/account.ts"
import { AccountHead } from "../../components/account-head.tsx"
import { ProfileForm } from "../../components/profile-form.tsx"
import { apiSend } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { refresh } from "../../lib/query-client.ts"
import { BuyCreditsPanel } from "../credits/buy-credits-panel.tsx"
import { packagesQuery } from "../credits/package-calls.ts"
import { Statement } from "../credits/statement.tsx"
import { PaymentHistory } from "../payments/payment-history.tsx"
import { ChangePassword } from "./change-password.tsx"
import { PendingEmail } from "./pending-email.tsx"
import { Sessions } from "./sessions.tsx"
import { YourData } from "./your-data.tsx"

/** The signed-in person's account: its credits, then the forms. */
export function ProfileScreen() {
  const { user } = useAuth()
  const areOffersSettled = useQuery(packagesQuery).isFetched
  return (
    <>
      <AccountHead user={user} detail={user.username} />
      <div className="mt-6">
        <BuyCreditsPanel />
      </div>
      <PaymentHistory areOffersSettled={areOffersSettled} />
      <Statement owner="me" owedCredits={user.credit.owedCredits ?? 0} />
      <div className="mt-6 grid gap-5 xl:grid-cols-[1fr_22rem]">
        <div className="grid gap-5 self-start">
          {user.pendingEmail !== undefined && (
            <PendingEmail email={user.email} pendingEmail={user.pendingEmail} />
          )}
          <ProfileForm key={user._id} user={user} save={saveProfile} />
        </div>
        <ChangePassword email={user.email} />
      </div>
      <Sessions user={user} />
      <YourData user={user} />
    </>
  )
}

async function saveProfile(profile: ProfileUpdate): Promise<ProfileUpdate> {
  const saved = await apiSend("PUT", "/profile", profile, userSchema)
  await refresh("profile")
  return saved
}
