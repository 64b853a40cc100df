import { Link } from "@tanstack/react-router"
import { MailCheck } from "lucide-react"
import { registerSchema } from "../../../contract/accounts/account.ts"
import { TRIAL_CREDITS } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Form } from "../../components/ui/form.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { capitalise } from "../../lib/format.ts"
import { regionUnit } from "../../lib/length.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { register } from "./account-calls.ts"
import { linkClasses } from "./account-frame.tsx"
import { Captcha, useCaptchaForm } from "./captcha.tsx"
import { WaitsForLink } from "./waits-for-link.tsx"

const nobody = { firstName: "", lastName: "", username: "", company: "", phone: "", email: "", password: "" }

export function SignUpScreen() {
  const isDone = useSearchParam("sent") !== ""
  const setParams = useSetSearchParams()
  const { form, captcha } = useCaptchaForm({
    schema: registerSchema,
    initial: nobody,
    name: "sign-up",
    missing: texts.captchaMissing,
    send: async (registration) => {
      await register({ ...registration, lengthUnit: regionUnit() })
      toastSuccess(texts.registered)
      setParams({ sent: "true" })
    },
  })
  if (isDone) return <SignUpDone />

  /** Capitalises the value's first letter while typing. */
  const name = (key: "firstName" | "lastName" | "company") => ({
    ...form.text(key),
    onText: (text: string) => form.set(key, capitalise(text)),
  })
  return (
    <>
      <h1 className="text-2xl font-[650]">Sign up</h1>
      <p className="mt-1.5 text-ink-2">
        {TRIAL_CREDITS} credits to start with, once per mailbox. Already registered?{" "}
        <Link to="/auth/signin" className={`${linkClasses} whitespace-nowrap`}>
          Sign in
        </Link>
      </p>
      <Form form={form} isLarge className="mt-8 flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="First Name" {...name("firstName")} isRequired autoComplete="given-name" />
          <TextField label="Last Name" {...name("lastName")} isRequired autoComplete="family-name" />
          <TextField
            label="Username"
            {...form.text("username")}
            isRequired
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField label="Phone" {...form.text("phone")} isRequired type="tel" autoComplete="tel" />
        </div>
        <TextField label="Company" {...name("company")} hint="Optional" autoComplete="organization" />
        <TextField label="Email" {...form.text("email")} isRequired type="email" autoComplete="email" />
        <TextField
          label="Password"
          {...form.text("password")}
          hint="At least 6 characters"
          isRequired
          type="password"
          autoComplete="new-password"
        />
        <Captcha {...captcha} />
        <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
          Sign up
        </Button>
      </Form>
    </>
  )
}

function SignUpDone() {
  return (
    <div>
      <span className="grid size-12 place-items-center rounded-lg bg-good-soft text-good-ink">
        <MailCheck className="size-6" aria-hidden="true" />
      </span>
      <h1 className="mt-5 text-2xl font-[650]">Almost there</h1>
      <p role="status" className="mt-2 text-lg text-ink-2">
        {texts.registerDone}
      </p>
      <WaitsForLink />
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
