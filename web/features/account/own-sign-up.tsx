import { useMutation } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { CircleCheck } from "lucide-react"
import { type ReactNode, useEffect } from "react"
import type { VerifyReply } from "../../../contract/accounts/account.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { failureWords } from "../../lib/api.ts"
import { endSession, leaveProtected } from "../../lib/auth.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { linkClasses } from "./account-frame.tsx"
import { useEnter } from "./come-back.ts"
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
  const enter = useEnter()
  const { signUp, address, signedInAs } = useSignUp()
  const again = useMutation({
    mutationFn: sendVerification,
    onSuccess: toastSuccess,
    meta: { silent: true },
  })
  const isIn = address !== null && signedInAs === address
  useEffect(() => {
    if (isIn) void enter()
  }, [isIn, enter])
  if (address === null || isIn) return null
  if (signedInAs !== null)
    return (
      <Panel>
        <OtherSession signedInAs={signedInAs} address={address} />
      </Panel>
    )
  if (signUp === null || signUp.isVerified) return null
  return (
    <Panel>
      <p className="text-ink-2">
        The link went to <b className="font-[600] text-ink wrap-anywhere">{address}</b>. Open it on any
        device, and this page signs you in. Nothing there? Look in the spam folder, too.
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button size="sm" isLoading={again.isPending} onClick={() => again.mutate()}>
          Send it again
        </Button>
        <Link to="/auth/signup" className={linkClasses}>
          Not your address? Use another
        </Link>
      </div>
      {again.isError && (
        <p role="alert" className="mt-3 text-bad-ink">
          {failureWords(again.error)}
        </p>
      )}
    </Panel>
  )
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <section
      aria-label="Link by e-mail"
      className="mt-6 rounded-lg border border-line bg-surface p-4 text-sm shadow-card"
    >
      {children}
    </section>
  )
}

/** Says whose session this browser has, and leads from it to the account that was signed up for. */
function OtherSession({ signedInAs, address }: { signedInAs: string; address: string | null }) {
  const navigate = useNavigate()
  const leave = () => leaveProtected(() => navigate({ to: "/auth/signin" }))
  const signOut = useMutation({ mutationFn: endSession, onSuccess: leave })
  return (
    <>
      <p className="text-ink-2">
        This browser is signed in as <b className="font-[600] text-ink wrap-anywhere">{signedInAs}</b>
        {address !== null && (
          <>
            , not as <b className="font-[600] text-ink wrap-anywhere">{address}</b>
          </>
        )}
        . To begin with another account, log out and sign in to that one.
      </p>
      <Button size="sm" className="mt-3" isLoading={signOut.isPending} onClick={() => signOut.mutate()}>
        Log out and sign in
      </Button>
    </>
  )
}

/** Says that the address is proved, and leads to the sign-in, or inside where this browser signed up. */
export function Verified({ reply }: { reply: VerifyReply }) {
  const navigate = useNavigate()
  const { address: own, signedInAs } = useSignUp()
  const address = reply.email ?? own
  const isOther = signedInAs !== null && signedInAs !== address
  const isIn = signedInAs !== null && !isOther
  useEffect(() => toastSuccess(texts.verified), [])
  useEffect(() => {
    if (isOther) return
    const to = isIn ? "/dashboard" : "/auth/signin"
    const timer = setTimeout(() => void navigate({ to, replace: true }), isIn ? INSIDE_MS : REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [isIn, isOther, navigate])
  return (
    <Outcome
      tone="good"
      after={
        isOther && (
          <div className="mt-6 text-sm">
            <OtherSession signedInAs={signedInAs} address={address} />
          </div>
        )
      }
      icon={<CircleCheck />}
      title={texts.verified}
      action={
        <span className="flex flex-wrap gap-2">
          {signedInAs !== null && (
            <Link to="/dashboard" className={buttonVariants({ variant: "primary", size: "lg" })}>
              Go to dashboard
            </Link>
          )}
          {!isOther && (
            <Link
              to="/auth/signin"
              className={buttonVariants({ variant: isIn ? "secondary" : "primary", size: "lg" })}
            >
              Go to login
            </Link>
          )}
        </span>
      }
    >
      {reply.email === undefined ? trialWords(reply.trial) : `You sign in with ${reply.email} from now on.`}
      {isIn && ` You are signed in as ${signedInAs}.`}
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
