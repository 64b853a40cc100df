import { Turnstile } from "@marsidev/react-turnstile"
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import type { z } from "zod"
import type { CaptchaForm } from "../../../contract/accounts/account.ts"
import { Button } from "../../components/ui/button.tsx"
import { FieldError } from "../../components/ui/field.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { configQuery } from "../../lib/site-config.ts"
import { type Form, type FormOptions, useForm } from "../../lib/use-form.ts"
import { passCaptcha } from "./account-calls.ts"

/** The widget finds its script by this id, because the server may configure another host. */
const SCRIPT_ID = "cf-turnstile-script"

export type CaptchaProps = {
  /** The form that it stands in. */
  name: CaptchaForm
  /** Takes a token, or "" once it is used up or too old. */
  onToken: (token: string) => void
  /** A new number requests a new token: each is valid for one attempt. */
  attempt: number
  error: string
}

export type CaptchaFormOptions<
  Schema extends z.ZodType,
  Values extends Record<string, unknown>,
> = FormOptions<Schema, Values> & {
  /** The message if the form is sent before the captcha is solved. */
  missing: string
  name: CaptchaForm
}

/** Returns a form that is sent once the captcha has let its attempt pass. */
export function useCaptchaForm<Schema extends z.ZodType, Values extends Record<string, unknown>>({
  send,
  missing,
  name,
  ...options
}: CaptchaFormOptions<Schema, Values>): { form: Form<Values>; captcha: CaptchaProps } {
  const [state, setState] = useState({ token: "", attempt: 0, error: "" })
  const form = useForm({
    ...options,
    send: async (output) => {
      try {
        await passCaptcha(state.token)
        await send(output)
      } finally {
        // A token is spent by its attempt, whether the form or its fields were refused.
        setState(({ attempt }) => ({ token: "", attempt: attempt + 1, error: "" }))
      }
    },
  })
  function submit() {
    if (state.token !== "") return form.submit()
    setState({ ...state, error: missing })
    form.check()
  }
  const onToken = (token: string) => setState((known) => ({ ...known, token, error: "" }))
  return {
    form: { ...form, submit },
    captcha: { name, attempt: state.attempt, error: state.error, onToken },
  }
}

/** Checks that a person is there. */
export function Captcha({ name, onToken, attempt, error }: CaptchaProps) {
  const config = useQuery(configQuery)
  const [hasFailed, setHasFailed] = useState(false)
  const scriptUrl = config.data?.turnstile.scriptUrl

  useEffect(() => {
    if (scriptUrl === undefined || hasFailed) return
    return loadScript(scriptUrl, () => setHasFailed(true))
  }, [scriptUrl, hasFailed])

  function retry() {
    setHasFailed(false)
    void config.refetch()
  }

  return (
    <div>
      <div className="min-h-[65px]">
        {hasFailed || config.isError ? (
          <div className="flex h-[65px] items-center gap-3 rounded-md border border-line bg-surface px-4 text-sm">
            <span className="flex-1">The captcha could not be loaded.</span>
            <Button size="sm" onClick={retry}>
              Try again
            </Button>
          </div>
        ) : config.data === undefined ? (
          <Skeleton className="h-[65px] w-full rounded-md" />
        ) : (
          <Turnstile
            key={attempt}
            siteKey={config.data.turnstile.siteKey}
            injectScript={false}
            scriptOptions={{ id: SCRIPT_ID }}
            options={{ action: name, size: "flexible", theme: "auto", responseField: false }}
            onSuccess={onToken}
            onExpire={() => onToken("")}
            onError={() => onToken("")}
          />
        )}
      </div>
      {error !== "" && <FieldError>{error}</FieldError>}
    </div>
  )
}

/** Adds the vendor's script once per page; removes a failed one so that a retry loads it. */
function loadScript(address: string, onFailure: () => void): () => void {
  const known = document.getElementById(SCRIPT_ID)
  const script = known ?? document.createElement("script")
  const fail = () => {
    script.remove()
    onFailure()
  }
  script.addEventListener("error", fail)
  if (known === null && script instanceof HTMLScriptElement) {
    const url = new URL(address, window.location.origin)
    url.searchParams.set("render", "explicit")
    script.id = SCRIPT_ID
    script.async = true
    script.src = url.href
    document.head.append(script)
  }
  return () => script.removeEventListener("error", fail)
}
