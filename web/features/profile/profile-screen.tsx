import type { ReactNode } from "react"
import type { ProfileUpdate } from "../../../contract/account.ts"
import { AccountHead } from "../../components/account-head.tsx"
import { ProfileForm } from "../../components/profile-form.tsx"
import { apiSend } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { refresh } from "../../lib/query-client.ts"
import { ChangePassword } from "./change-password.tsx"
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
        <ProfileForm key={user._id} user={user} save={saveProfile} />
        <ChangePassword email={user.email} />
      </div>
      <Sessions user={user} />
      <YourData user={user} />
    </>
  )
}

async function saveProfile(profile: ProfileUpdate): Promise<void> {
  await apiSend("PUT", "/profile", profile)
  await refresh("profile")
}
