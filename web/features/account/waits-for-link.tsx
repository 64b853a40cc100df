import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { Button } from "../../components/ui/button.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { sendVerification } from "./account-calls.ts"
import { useSignUp } from "./use-sign-up.ts"

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
