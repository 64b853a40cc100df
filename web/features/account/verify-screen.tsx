import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { CircleCheck, CircleX, Mail } from "lucide-react"
import { useEffect, useState } from "react"
import type { VerifyReply } from "../../../contract/accounts/account.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { useSearchParam } from "../../lib/search-params.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { verifyOptions } from "./account-calls.ts"
import { Outcome } from "./outcome.tsx"
import { useSignUp } from "./use-sign-up.ts"
import { WaitsForLink } from "./waits-for-link.tsx"

/** The time to read the result before the redirect. */
const REDIRECT_MS = 4000
/** The same where the person is signed in already, and waits only to begin. */
const INSIDE_MS = 2000

/** Opened by the mail's link: idle without a token, verifying, verified, failed. */
export function VerifyScreen() {
  // Taken at the first render: while the next page loads, the address is already that page's.
  const tokenNow = useSearchParam("token")
  const [token] = useState(tokenNow)
  const verification = useQuery(verifyOptions(token))
  const { isError } = verification
  useEffect(() => {
    if (isError) toastError(texts.verifyFailed)
  }, [isError])

  if (token === "") {
    return (
      <Outcome
        tone="busy"
        after={<WaitsForLink />}
        icon={<Mail />}
        title="Check your mailbox"
        action={
          <Link to="/auth/signin" className={buttonVariants({ size: "lg" })}>
            Go to login
          </Link>
        }
      >
        Open the link in the e-mail we sent to finish signing up.
      </Outcome>
    )
  }
  if (verification.isSuccess) return <Verified reply={verification.data} />
  if (isError) {
    return (
      <Outcome
        tone="bad"
        after={<WaitsForLink />}
        icon={<CircleX />}
        title={texts.verifyFailed}
        action={
          <span className="flex flex-wrap gap-2">
            <Link to="/auth/signup" className={buttonVariants({ variant: "primary", size: "lg" })}>
              Go to sign up
            </Link>
            <Link to="/auth/signin" className={buttonVariants({ size: "lg" })}>
              Go to login
            </Link>
          </span>
        }
      >
        The link may be too old or already used. Try to sign in: if your address is not confirmed yet, we send
        you a new link.
      </Outcome>
    )
  }
  return (
    <Outcome tone="busy" icon={<Spinner />} title={texts.verifying}>
      This takes a moment.
    </Outcome>
  )
}

/** Says that the address is proved, and leads to the sign-in, or inside where this browser signed up. */
function Verified({ reply }: { reply: VerifyReply }) {
  const navigate = useNavigate()
  const { isIn } = useSignUp()
  useEffect(() => toastSuccess(texts.verified), [])
  useEffect(() => {
    const to = isIn ? "/dashboard" : "/auth/signin"
    const timer = setTimeout(() => void navigate({ to, replace: true }), isIn ? INSIDE_MS : REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isIn, navigate])
  return (
    <Outcome
      tone="good"
      icon={<CircleCheck />}
      title={texts.verified}
      action={
        <span className="flex flex-wrap gap-2">
          {isIn && (
            <Link to="/dashboard" className={buttonVariants({ variant: "primary", size: "lg" })}>
              Go to dashboard
            </Link>
          )}
          <Link
            to="/auth/signin"
            className={buttonVariants({ variant: isIn ? "secondary" : "primary", size: "lg" })}
          >
            Go to login
          </Link>
        </span>
      }
    >
      {reply.email === undefined ? trialWords(reply.trial) : `You sign in with ${reply.email} from now on.`}
      {isIn && " You are signed in."}
    </Outcome>
  )
}

function trialWords(trial: VerifyReply["trial"]): string {
  switch (trial) {
    case "granted":
      return `${TRIAL_CREDITS} credits are waiting for you.`
    case "had":
      return "This mailbox has already received its free credits. You can buy more once you have signed in."
    case null:
      return "Your address is confirmed."
  }
}
