import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { loginSchema } from "../../../contract/account.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PasswordInput } from "../../components/ui/password-input.tsx"
import { apiSend, failureWords } from "../../lib/api.ts"
import { queryClient } from "../../lib/query-client.ts"
import { rememberSignIn } from "../../lib/session.ts"
import { fieldErrors, useForm } from "../../lib/use-form.ts"
import { linkClasses } from "./account-frame.tsx"
import { Captcha } from "./captcha.tsx"
import { passCaptcha } from "./pass-captcha.ts"

export function SignInScreen() {
  const navigate = useNavigate()
  const form = useForm(loginSchema, { email: "", password: "" })
  const [captcha, setCaptcha] = useState({ token: "", attempt: 0, error: "" })
  const [failure, setFailure] = useState("")

  async function submit() {
    setFailure("")
    if (captcha.token === "") {
      setCaptcha({ ...captcha, error: texts.captchaMissingAtLogin })
      form.setErrors(fieldErrors(loginSchema, form.values))
      return
    }
    let wasSent = false
    try {
      await form.submit(async (login) => {
        wasSent = true
        await passCaptcha(captcha.token)
        await apiSend("POST", "/login", login)
        queryClient.clear()
        rememberSignIn()
        await navigate({ to: "/dashboard" })
      })
    } catch (error) {
      setFailure(failureWords(error))
    }
    // A token is spent by its attempt.
    if (wasSent) setCaptcha({ token: "", attempt: captcha.attempt + 1, error: "" })
  }

  return (
    <>
      <h1 className="text-2xl font-[650]">Sign in</h1>
      <p className="mt-1.5 text-ink-2">
        New here?{" "}
        <Link to="/auth/signup" className={linkClasses}>
          Register Now
        </Link>
      </p>
      <form
        noValidate
        className="mt-8 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {failure !== "" && <Notice tone="bad">{failure}</Notice>}
        <Field label="Email or Username" error={form.errors.email} isRequired>
          <Input
            name="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            inputSize="lg"
            value={form.values.email}
            onChange={(event) => form.set("email", event.target.value)}
          />
        </Field>
        <Field
          label="Password"
          error={form.errors.password}
          isRequired
          action={
            <Link to="/auth/forgot-password" className={`${linkClasses} text-sm`}>
              Forgot Password?
            </Link>
          }
        >
          <PasswordInput
            name="password"
            autoComplete="current-password"
            inputSize="lg"
            value={form.values.password}
            onChange={(event) => form.set("password", event.target.value)}
          />
        </Field>
        <Captcha
          attempt={captcha.attempt}
          error={captcha.error}
          onToken={(token) => setCaptcha((known) => ({ ...known, token, error: "" }))}
        />
        <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
          Sign in
        </Button>
      </form>
    </>
  )
}
