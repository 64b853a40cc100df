import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { CircleCheck } from "lucide-react"
import { useEffect } from "react"
import type { VerifyReply } from "../../../contract/accounts/account.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { Outcome } from "./outcome.tsx"
import { sendVerification } from "./sign-up-calls.ts"
import { useSignUp } from "./use-sign-up.ts"

/** The time to read the result before the redirect. */
const REDIRECT_MS = 4000
/** The same where the person is signed in already, and waits only to begin. */
const INSIDE_MS = 2000

/**
 * Says where the link of this browser's sign-up went, and sends it again. Leads to the dashboard once the link
 * was opened, here or on a phone. Draws nothing without such a sign-up.
 */
export function WaitsForLink() {
  const navigate = useNavigate()
  const { signUp, isIn } = useSignUp()
  const again = useMutation({ mutationFn: sendVerification, onSuccess: toastSuccess })
  useEffect(() => {
    if (isIn) void navigate({ to: "/dashboard", replace: true })
  }, [isIn, navigate])
  if (signUp === null || signUp.isVerified) return null
  return (
    <section
      aria-label="Link by e-mail"
      className="mt-6 rounded-lg border border-line bg-surface p-4 text-sm shadow-card"
    >
      <p className="text-ink-2">
        The link went to <b className="font-[600] text-ink wrap-anywhere">{signUp.email}</b>. Open it on any
        device, and this page signs you in. Nothing there? Look in the spam folder, too.
      </p>
      <Button size="sm" className="mt-3" isLoading={again.isPending} onClick={() => again.mutate()}>
        Send it again
      </Button>
    </section>
  )
}

/** Says that the address is proved, and leads to the sign-in, or inside where this browser signed up. */
export function Verified({ reply }: { reply: VerifyReply }) {
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
