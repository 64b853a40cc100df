import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent } from "@tanstack/react-router"
import { CircleX, Mail } from "lucide-react"
import { Suspense, useEffect, useState } from "react"
import { texts } from "../../../contract/text.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { Spinner } from "../../components/ui/spinner.tsx"
import { useSearchParam } from "../../lib/search-params.ts"
import { toastError } from "../../lib/toast.tsx"
import { verifyOptions } from "./account-calls.ts"
import { Outcome } from "./outcome.tsx"
import { WaitsForLink } from "./waits-for-link.tsx"

const Verified = lazyRouteComponent(() => import("./own-sign-up.tsx"), "Verified")

/** Verifies by the mail's link: idle without a token, verifying, verified, failed. */
export function VerifyScreen() {
  // Taken at the first render: while the next page loads, the address is already that page's.
  const tokenNow = useSearchParam("token")
  const [token] = useState(tokenNow)
  const verification = useQuery(verifyOptions(token))
  const { isError } = verification
  useEffect(() => void Verified.preload?.(), [])
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
  const busy = (
    <Outcome tone="busy" icon={<Spinner />} title={texts.verifying}>
      This takes a moment.
    </Outcome>
  )
  if (verification.isSuccess)
    return (
      <Suspense fallback={busy}>
        <Verified reply={verification.data} />
      </Suspense>
    )
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
  return busy
}
