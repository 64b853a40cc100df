import { Link } from "@tanstack/react-router"
import { loginSchema } from "../../../contract/accounts/account.ts"
import { texts } from "../../../contract/text.ts"
import { Button } from "../../components/ui/button.tsx"
import { Form } from "../../components/ui/form.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { signIn } from "./account-calls.ts"
import { linkClasses } from "./account-frame.tsx"
import { Captcha, useCaptchaForm } from "./captcha.tsx"
import { useEnter } from "./come-back.ts"
import { WaitsForLink } from "./waits-for-link.tsx"

export function SignInScreen() {
  const enter = useEnter()
  const { form, captcha } = useCaptchaForm({
    schema: loginSchema,
    initial: { email: "", password: "" },
    name: "sign-in",
    missing: texts.captchaMissingAtLogin,
    send: async (login) => {
      await signIn(login)
      await enter()
    },
  })
  return (
    <>
      <h1 className="text-2xl font-[650]">Sign in</h1>
      <p className="mt-1.5 text-ink-2">
        New here?{" "}
        <Link to="/auth/signup" className={linkClasses}>
          Register Now
        </Link>
      </p>
      <Form form={form} isLarge className="mt-8 flex flex-col gap-5">
        <TextField
          label="Email or Username"
          {...form.text("email")}
          isRequired
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label="Password"
          {...form.text("password")}
          isRequired
          action={
            <Link to="/auth/forgot-password" className={`${linkClasses} text-sm`}>
              Forgot Password?
            </Link>
          }
          type="password"
          name="password"
          autoComplete="current-password"
        />
        <Captcha {...captcha} />
        <Button type="submit" variant="primary" size="lg" isLoading={form.isSubmitting}>
          Sign in
        </Button>
      </Form>
      {form.failure !== "" && <WaitsForLink />}
    </>
  )
}
