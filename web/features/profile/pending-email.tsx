import { useMutation } from "@tanstack/react-query"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { keepOldEmail, sendEmailLink } from "./profile-calls.ts"

/** Shows a new address that waits for its link, and how to resend or cancel it. */
export function PendingEmail({ email, pendingEmail }: { email: string; pendingEmail: string }) {
  const send = useMutation({
    mutationFn: sendEmailLink,
    onSuccess: toastSuccess,
  })
  const cancel = useMutation({
    mutationFn: keepOldEmail,
    onSuccess: toastSuccess,
  })
  return (
    <Notice tone="warn">
      <p className="[overflow-wrap:anywhere]">
        We sent a link to {pendingEmail}: open it to finish. Until then your e-mail is {email}.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" isLoading={send.isPending} onClick={() => send.mutate()}>
          Send the link again
        </Button>
        <Button size="sm" variant="ghost" isLoading={cancel.isPending} onClick={() => cancel.mutate()}>
          Keep the old e-mail
        </Button>
      </div>
    </Notice>
  )
}
