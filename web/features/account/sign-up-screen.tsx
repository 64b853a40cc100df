import { Link } from "@tanstack/react-router"
import { MailCheck } from "lucide-react"
import { useState } from "react"
import { registerSchema } from "../../../contract/account.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PasswordInput } from "../../components/ui/password-input.tsx"
import { apiSend, failureWords } from "../../lib/api.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { fieldErrors, useForm } from "../../lib/use-form.ts"
import { linkClasses } from "./account-frame.tsx"
import { capitalise } from "./capitalise.ts"
import { Captcha } from "./captcha.tsx"
import { passCaptcha } from "./pass-captcha.ts"

const nobody = { firstName: "", lastName: "", username: "", company: "", phone: "", email: "", password: "" }

export function SignUpScreen() {
  const form = useForm(registerSchema, nobody)
  const [captcha, setCaptcha] = useState({ token: "", attempt: 0, error: "" })
  const [failure, setFailure] = useState("")
  const [isDone, setIsDone] = useState(false)

  async function submit() {
    setFailure("")
    if (captcha.token === "") {
      setCaptcha({ ...captcha, error: texts.captchaMissing })
      form.setErrors(fieldErrors(registerSchema, form.values))
      return
    }
    const { attempt } = captcha
    let wasSent = false
    try {
      await form.submit(async (registration) => {
        wasSent = true
        await passCaptcha(captcha.token)
        await apiSend("POST", "/register", registration)
        toastSuccess(texts.registered)
        setIsDone(true)
      })
    } catch (error) {
      setFailure(failureWords(error))
    }
    // A token is spent by its attempt, whether the form or its fields were refused.
    if (wasSent) setCaptcha({ token: "", attempt: attempt + 1, error: "" })
  }

  if (isDone) return <SignUpDone />
  return (
    <>
      <h1 className="text-2xl font-[650]">Sign up</h1>
      <p className="mt-1.5 text-ink-2">
        {TRIAL_CREDITS} credits to start with, once for each mailbox. Already registered?{" "}
        <Link to="/auth/signin" className={`${linkClasses} whitespace-nowrap`}>
          Sign in
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
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First Name" error={form.errors.firstName} isRequired>
            <Input
              autoComplete="given-name"
              inputSize="lg"
              value={form.values.firstName}
              onChange={(event) => form.set("firstName", capitalise(event.target.value))}
            />
          </Field>
          <Field label="Last Name" error={form.errors.lastName} isRequired>
            <Input
              autoComplete="family-name"
              inputSize="lg"
              value={form.values.lastName}
              onChange={(event) => form.set("lastName", capitalise(event.target.value))}
            />
          </Field>
          <Field label="Username" error={form.errors.username} isRequired>
            <Input
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              inputSize="lg"
              value={form.values.username}
              onChange={(event) => form.set("username", event.target.value)}
            />
          </Field>
          <Field label="Phone" error={form.errors.phone} isRequired>
            <Input
              type="tel"
              autoComplete="tel"
              inputSize="lg"
              value={form.values.phone}
              onChange={(event) => form.set("phone", event.target.value)}
            />
          </Field>
        </div>
        <Field label="Company" error={form.errors.company} hint="Optional">
          <Input
            autoComplete="organization"
            inputSize="lg"
            value={form.values.company}
            onChange={(event) => form.set("company", capitalise(event.target.value))}
          />
        </Field>
        <Field label="Email" error={form.errors.email} isRequired>
          <Input
            type="email"
            autoComplete="email"
            inputSize="lg"
            value={form.values.email}
            onChange={(event) => form.set("email", event.target.value)}
          />
        </Field>
        <Field label="Password" error={form.errors.password} hint="At least 6 characters" isRequired>
          <PasswordInput
            autoComplete="new-password"
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
          Sign up
        </Button>
      </form>
    </>
  )
}

function SignUpDone() {
  return (
    <div role="status">
      <span className="grid size-12 place-items-center rounded-lg bg-good-soft text-good-ink">
        <MailCheck className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-2xl font-[650]">Almost there</h1>
      <p className="mt-2 text-lg text-ink-2">{texts.registerDone}</p>
      <div className="mt-7 flex flex-wrap items-center gap-x-5 gap-y-3">
        <Link to="/auth/signin" className={buttonVariants({ variant: "primary", size: "lg" })}>
          Sign in
        </Link>
        <Link to="/dashboard" className={linkClasses}>
          Dashboard
        </Link>
        <Link to="/" className={linkClasses}>
          Home
        </Link>
      </div>
    </div>
  )
}
