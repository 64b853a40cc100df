import { useMutation, useQuery } from "@tanstack/react-query"
import { z } from "zod"
import { openSessionSchema, sessionsEndSchema, type User } from "../../../contract/account.ts"
import { Button } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { PasswordInput } from "../../components/ui/password-input.tsx"
import { apiGet, apiSendMessage } from "../../lib/api.ts"
import { formatDate, formatWhen, plural } from "../../lib/format.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"

const FORM_ID = "sign-out-elsewhere"
/** More of them say nothing more. */
const MAX_SHOWN = 5

/** Where the account is signed in, and the way to end that everywhere but here. */
export function Sessions({ user }: { user: User }) {
  const ending = useModalParam("signOutElsewhere")
  const { data: sessions = [] } = useQuery({
    queryKey: ["sessions", user._id],
    queryFn: () => apiGet("/profile/sessions", z.array(openSessionSchema)),
  })
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  const hidden = others.length - MAX_SHOWN
  return (
    <section aria-labelledby="sessions" className="mt-6">
      <h2 id="sessions" className="text-lg font-[620]">
        Where you are signed in
      </h2>
      <Card className="mt-3 p-4 md:p-5">
        <ul className="grid gap-1 text-sm text-ink-2">
          {sessions
            .filter(({ isCurrent }) => isCurrent)
            .map(({ _id, expiresAt }) => (
              <li key={_id}>This browser, until {formatDate(expiresAt)}</li>
            ))}
          {others.slice(0, MAX_SHOWN).map(({ _id, createdAt }) => (
            <li key={_id}>Another browser, signed in {inSentence(formatWhen(createdAt))}</li>
          ))}
          {hidden > 0 && <li>And {plural(hidden, "more", "more")}</li>}
        </ul>
        {others.length > 0 && (
          <Button className="mt-4" onClick={() => ending.open()}>
            Sign out everywhere else
          </Button>
        )}
      </Card>
      {ending.isOpen && <SignOutElsewhereModal onClose={ending.close} />}
    </section>
  )
}

function SignOutElsewhereModal({ onClose }: { onClose: () => void }) {
  const form = useForm(sessionsEndSchema, { password: "" })
  const end = useMutation({
    mutationFn: () =>
      form.submit(async (body) => {
        toastSuccess(await apiSendMessage("POST", "/profile/sessions/end", body))
        await refresh("sessions")
        onClose()
      }),
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Sign out everywhere else?"
      description="Every other browser has to sign in again. This one stays signed in."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={FORM_ID} isLoading={end.isPending}>
            Sign out
          </Button>
        </>
      }
    >
      <form
        id={FORM_ID}
        noValidate
        className="pb-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (!end.isPending) end.mutate()
        }}
      >
        <Field label="Your password" isRequired error={form.errors.password}>
          <PasswordInput
            autoComplete="current-password"
            value={form.values.password}
            onChange={(event) => form.set("password", event.target.value)}
          />
        </Field>
      </form>
    </Modal>
  )
}

/** `Just now` and `Yesterday, 18:22` in the middle of a sentence. */
function inSentence(when: string): string {
  return when.replace(/^(Just|Yesterday)/, (word) => word.toLowerCase())
}
