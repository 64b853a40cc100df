import type { ReactNode } from "react"
import { type ProfileUpdate, userSchema } from "../../../contract/account.ts"
import { AccountHead } from "../../components/account-head.tsx"
import { ProfileForm } from "../../components/profile-form.tsx"
import { apiSend } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { refresh } from "../../lib/query-client.ts"
import { ChangePassword } from "./change-password.tsx"
import { PendingEmail } from "./pending-email.tsx"
import { Sessions } from "./sessions.tsx"
import { YourData } from "./your-data.tsx"

/** The signed-in person's account; `credits` (buying, payments, statement) stands between the head and the forms. */
export function ProfileScreen({ credits }: { credits: ReactNode }) {
  const { user } = useAuth()
  return (
    <>
      <AccountHead user={user} detail={user.username} />
      {credits}
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
