import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { forgotPasswordSchema } from "../../../contract/accounts/account.ts"
import { RESET_CODE_MINUTES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Form } from "../../components/ui/form.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { sendResetCode } from "./account-calls.ts"
import { linkClasses } from "./account-frame.tsx"
import { ResetPasswordForm } from "./reset-password-form.tsx"

const codeLife = `It is valid for ${RESET_CODE_MINUTES} minutes.`

/** Asks for the e-mail address, then for the code and a new password. */
export function ForgotPasswordScreen() {
  const navigate = useNavigate()
  const [hasCode, setHasCode] = useState(false)
  const [wasSent, setWasSent] = useState(false)
  const form = useForm({
    schema: forgotPasswordSchema,
    initial: { email: "" },
    send: async (request) => {
      await sendResetCode(request)
      toastSuccess(texts.resetSent)
      setWasSent(true)
      setHasCode(true)
    },
  })

  if (hasCode) {
    return (
      <>
        <h1 className="text-2xl font-[650]">Update password</h1>
        <p className="mt-1.5 mb-8 text-ink-2">
          {wasSent
            ? `If an account uses this address, we have just sent it a code, or did so a few minutes ago. ${codeLife}`
            : `Enter the code from our e-mail. ${codeLife}`}
        </p>
        <ResetPasswordForm
          email={form.values.email.trim()}
          onDone={() => void navigate({ to: "/auth/signin" })}
          secondary={
            <Button variant="ghost" size="lg" onClick={() => setHasCode(false)}>
              Send another code
            </Button>
          }
        />
      </>
    )
  }
  return (
    <>
      <h1 className="text-2xl font-[650]">Forgot password</h1>
      <p className="mt-1.5 text-ink-2">We send a code to your e-mail address.</p>
      <Form form={form} isLarge className="mt-8 flex flex-col gap-5">
        <TextField label="Email" {...form.text("email")} isRequired type="email" autoComplete="email" />
        <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
          Send code
        </Button>
      </Form>
      <p className="mt-6 flex flex-wrap gap-x-5 gap-y-2 text-sm">
        <Link to="/auth/signin" className={linkClasses}>
          Back to sign in
        </Link>
        <button type="button" className={linkClasses} onClick={() => setHasCode(true)}>
          I have a code
        </button>
      </p>
    </>
  )
}
