import { useState } from "react"
import { resetPasswordSchema } from "../../contract/account.ts"
import { RESET_MAIL_MINUTES } from "../../contract/reset-code.ts"
import { texts } from "../../contract/text.ts"
import { apiSend, failureWords } from "../lib/api.ts"
import { toastSuccess } from "../lib/toast.tsx"
import { useForm } from "../lib/use-form.ts"
import { Button } from "./ui/button.tsx"
import { Field, Input } from "./ui/field.tsx"
import { Notice } from "./ui/notice.tsx"
import { PasswordInput } from "./ui/password-input.tsx"

export type ResetPasswordFormProps = {
  email: string
  /** The e-mail is known (one's own) and not asked for. */
  isEmailFixed?: boolean
  onDone: () => void
  /** Beside the button: another code, or back. */
  secondary?: React.ReactNode
}

const codeHint = `Like 7K3QX-9M2TD, sent by e-mail at most every ${RESET_MAIL_MINUTES} minutes`

/** A new password with the code from the e-mail. Success is said in a toast, then `onDone` runs. */
export function ResetPasswordForm({ email, isEmailFixed, onDone, secondary }: ResetPasswordFormProps) {
  const form = useForm(resetPasswordSchema, { email, resetToken: "", password: "", confirmPassword: "" })
  const [failure, setFailure] = useState("")

  async function submit() {
    setFailure("")
    try {
      await form.submit(async (reset) => {
        await apiSend("POST", "/reset-password", reset)
        toastSuccess(texts.resetDone)
        onDone()
      })
    } catch (error) {
      setFailure(failureWords(error))
    }
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {failure !== "" && <Notice tone="bad">{failure}</Notice>}
      {!isEmailFixed && (
        <Field label="Email" error={form.errors.email} isRequired>
          <Input
            type="email"
            autoComplete="email"
            inputSize="lg"
            value={form.values.email}
            onChange={(event) => form.set("email", event.target.value)}
          />
        </Field>
      )}
      <Field label="Code" error={form.errors.resetToken} hint={codeHint} isRequired>
        <Input
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          inputSize="lg"
          value={form.values.resetToken}
          onChange={(event) => form.set("resetToken", event.target.value)}
        />
      </Field>
      <Field label="New Password" error={form.errors.password} isRequired>
        <PasswordInput
          autoComplete="new-password"
          inputSize="lg"
          value={form.values.password}
          onChange={(event) => form.set("password", event.target.value)}
        />
      </Field>
      <Field label="Confirm Password" error={form.errors.confirmPassword} isRequired>
        <PasswordInput
          autoComplete="new-password"
          inputSize="lg"
          value={form.values.confirmPassword}
          onChange={(event) => form.set("confirmPassword", event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
          Update password
        </Button>
        {secondary}
      </div>
    </form>
  )
}
