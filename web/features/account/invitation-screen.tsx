import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { CircleX, Users } from "lucide-react"
import { useState } from "react"
import { members } from "../../../contract/api/member-api.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { apiData, failureWords } from "../../lib/api.ts"
import { openAccount } from "../../lib/open-account.ts"
import { useSearchParam } from "../../lib/search-params.ts"
import { wasSignedIn } from "../../lib/session.ts"
import { forgetAccount, startOver } from "../../lib/workplace.ts"
import { Outcome } from "./outcome.tsx"
import { profileQuery } from "./profile-query.ts"

/** Accepts an invitation by the mail's link, once the person is signed in with the address that it was sent to. */
export function InvitationScreen() {
  // Taken at the first render: while the next page loads, the address is already that page's.
  const tokenNow = useSearchParam("token")
  const [token] = useState(tokenNow)
  const profile = useQuery({ ...profileQuery, enabled: wasSignedIn() })
  const accept = useMutation({
    mutationFn: async () => {
      forgetAccount()
      const { _id } = await apiData(members.accept, { body: { token } })
      // It is accepted now: if it cannot be opened, it stands in the list of accounts.
      await openAccount(_id).catch(() => startOver())
    },
    meta: { silent: true },
  })
  if (token === "" || accept.isError) {
    return (
      <Outcome
        tone="bad"
        icon={<CircleX />}
        title="The invitation was not accepted"
        action={
          <Link to={profile.data ? "/dashboard" : "/auth/signin"} className={buttonVariants({ size: "lg" })}>
            {profile.data ? "Go to dashboard" : "Go to login"}
          </Link>
        }
      >
        {accept.isError ? failureWords(accept.error) : "Open the complete link from the e-mail."}
      </Outcome>
    )
  }
  if (profile.data === undefined) {
    return (
      <Outcome
        tone="busy"
        icon={<Users />}
        title="You are invited"
        action={
          <span className="flex flex-wrap gap-2">
            <Link to="/auth/signin" className={buttonVariants({ variant: "primary", size: "lg" })}>
              Sign in
            </Link>
            <Link to="/auth/signup" className={buttonVariants({ size: "lg" })}>
              Sign up
            </Link>
          </span>
        }
      >
        Somebody wants you to work in their account. Sign in with the address that the e-mail came to, or sign
        up with it. Then open the link in the e-mail again.
      </Outcome>
    )
  }
  return (
    <Outcome
      tone="busy"
      icon={<Users />}
      title="Accept the invitation?"
      action={
        <Button variant="primary" size="lg" isLoading={accept.isPending} onClick={() => accept.mutate()}>
          Accept and open the account
        </Button>
      }
    >
      You are signed in as {profile.data.email}. You keep your own account, and choose the account that you
      work in at the top right.
    </Outcome>
  )
}
