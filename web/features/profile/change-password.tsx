import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Mail } from "lucide-react"
import { useState } from "react"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { leaveProtected } from "../../lib/auth.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { sendResetCode } from "../account/account-calls.ts"
import { ResetPasswordForm } from "../account/reset-password-form.tsx"

/** Mails a code, then sets a new password with it. The change ends every session, this one too. */
export function ChangePassword({ email }: { email: string }) {
  const navigate = useNavigate()
  const [hasCode, setHasCode] = useState(false)
  const send = useMutation({
    mutationFn: () => sendResetCode({ email }),
    onSuccess: () => {
      toastSuccess(texts.resetSent)
      setHasCode(true)
    },
  })
  const sendButton = (
    <Button
      variant={hasCode ? "ghost" : "secondary"}
      icon={<Mail aria-hidden="true" />}
      isLoading={send.isPending}
      onClick={() => send.mutate()}
    >
      {hasCode ? "Send another code" : "Send code"}
    </Button>
  )
  return (
    <Card id="password" className="self-start scroll-mt-18 p-4 md:p-5">
      <h2 className="text-lg font-[620]">Change Password</h2>
      <p className="mt-1 text-sm [overflow-wrap:anywhere] text-ink-2">
        {hasCode
          ? `Enter the code we sent to ${email}. You sign in again afterwards.`
          : `We send a code to ${email}.`}
      </p>
      <div className="mt-4">
        {hasCode ? (
          <ResetPasswordForm
            email={email}
            isEmailFixed
            secondary={sendButton}
            onDone={() => void leaveProtected(() => navigate({ to: "/auth/signin" }))}
          />
        ) : (
          sendButton
        )}
      </div>
    </Card>
  )
}
