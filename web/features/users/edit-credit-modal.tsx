import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { User } from "../../../contract/account.ts"
import { texts } from "../../../contract/text.ts"
import { creditUpdateSchema } from "../../../contract/user.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field, Input } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { displayName } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { userOptions } from "../../lib/users.ts"
import { setCredits } from "./user-calls.ts"

const formId = "edit-credit-form"

/** The new balance of an account; the ledger gets the difference, in the admin's name. */
export function EditCreditModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const user = useQuery(userOptions(userId))
  if (user.data) return <CreditForm user={user.data} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title="Edit credit">
      {user.isError ? (
        <Notice tone="bad">{user.error.message}</Notice>
      ) : (
        <Skeleton className="h-24 rounded-lg" />
      )}
    </Modal>
  )
}

function CreditForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [requestKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(String(user.credit.availableCredits))
  const form = useForm(creditUpdateSchema, {
    availableCredits: user.credit.availableCredits as number | undefined,
  })
  const [problem, setProblem] = useState("")
  const before = user.credit.availableCredits
  const change = (form.values.availableCredits ?? before) - before
  const save = useMutation({
    mutationFn: () =>
      form.submit(async ({ availableCredits }) => {
        await setCredits(user._id, availableCredits, requestKey)
        toastSuccess(change < 0 ? "Credit updated" : texts.creditAdded)
        onClose()
      }),
    onMutate: () => setProblem(""),
    onError: (error) => setProblem(error.message),
    meta: { silent: true },
  })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Edit credit"
      description={`What ${displayName(user)} may spend. The statement will name you.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isLoading={save.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="pb-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) save.mutate()
        }}
      >
        {problem !== "" && (
          <Notice tone="bad" className="mb-4">
            {problem}
          </Notice>
        )}
        <Field
          label="Available credits"
          isRequired
          error={form.errors.availableCredits}
          hint={changeWords(before, change)}
        >
          <Input
            data-autofocus
            inputMode="numeric"
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              form.set("availableCredits", numberOf(event.target.value))
            }}
          />
        </Field>
      </form>
    </Modal>
  )
}

/** What was typed as a number, or undefined where it is none: the contract's own words then say so. */
function numberOf(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

function changeWords(before: number, change: number): string {
  const now = `Now ${formatCount(before)}`
  if (change === 0 || !Number.isInteger(change)) return now
  return change > 0 ? `${now}: adds ${formatCount(change)}` : `${now}: takes away ${formatCount(-change)}`
}
