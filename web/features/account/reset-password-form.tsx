import type { ReactNode } from "react"
import { resetPasswordSchema } from "../../../contract/accounts/account.ts"
import { RESET_MAIL_MINUTES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Form } from "../../components/ui/form.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { resetPassword } from "./account-calls.ts"

export type ResetPasswordFormProps = {
  email: string
  /** True if the e-mail is known (one's own) and not asked for. */
  isEmailFixed?: boolean
  onDone: () => void
  /** The action beside the button: another code, or back. */
  secondary?: ReactNode
}

const codeHint = `Like 7K3QX-9M2TD. We send a code at most every ${RESET_MAIL_MINUTES} minutes`

/** Sets a new password with the code from the e-mail. Success shows a toast, then `onDone` runs. */
export function ResetPasswordForm({ email, isEmailFixed, onDone, secondary }: ResetPasswordFormProps) {
  const form = useForm({
    schema: resetPasswordSchema,
    initial: { email, resetToken: "", password: "", confirmPassword: "" },
    send: async (reset) => {
      await resetPassword(reset)
      toastSuccess(texts.resetDone)
      onDone()
    },
  })
  return (
    <Form form={form} isLarge className="flex flex-col gap-5">
      {!isEmailFixed && (
        <TextField label="Email" {...form.text("email")} isRequired type="email" autoComplete="email" />
      )}
      <TextField
        label="Code"
        {...form.text("resetToken")}
        hint={codeHint}
        isRequired
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
      />
      <TextField
        label="New Password"
        {...form.text("password")}
        isRequired
        type="password"
        autoComplete="new-password"
      />
      <TextField
        label="Confirm Password"
        {...form.text("confirmPassword")}
        isRequired
        type="password"
        autoComplete="new-password"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
          Update password
        </Button>
        {secondary}
      </div>
    </Form>
  )
}
