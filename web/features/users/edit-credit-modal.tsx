import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { User } from "../../../contract/accounts/account.ts"
import { creditUpdateSchema } from "../../../contract/accounts/user.ts"
import { MAX_REASON_LENGTH } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { failureWords } from "../../lib/api.ts"
import { displayName } from "../../lib/auth.tsx"
import { formatCount } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { changeCredits, movedBalance, userOptions } from "./user-calls.ts"

/** Edits the balance of an account; the ledger gets the difference, in the admin's name. */
export function EditCreditModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const user = useQuery(userOptions(userId))
  if (user.data) return <CreditForm user={user.data} onClose={onClose} />
  return (
    <Modal onClose={onClose} title="Edit credit">
      {user.isError ? (
        <Notice tone="bad">{failureWords(user.error)}</Notice>
      ) : (
        <Skeleton className="h-24 rounded-lg" />
      )}
    </Modal>
  )
}

function CreditForm({ user, onClose }: { user: User; onClose: () => void }) {
  const [requestKey] = useState(() => crypto.randomUUID())
  const [text, setText] = useState(String(user.credit.availableCredits))
  /**
   * The balance that the change is based on: a balance that moves in the meantime must not move the change.
   */
  const [seen, setSeen] = useState(user.credit.availableCredits)
  const form = useForm({
    schema: creditUpdateSchema,
    initial: { availableCredits: user.credit.availableCredits as number | undefined, reason: "" },
    send: async ({ availableCredits, reason }) => {
      try {
        await changeCredits(user._id, { expected: seen, availableCredits, reason, requestKey })
      } catch (error) {
        const now = movedBalance(error)
        if (now !== null) {
          setSeen(now)
          write(String(now + change))
        }
        throw error
      }
      toastSuccess(change < 0 ? "Credit updated" : texts.creditAdded)
      onClose()
    },
  })
  const change = (form.values.availableCredits ?? seen) - seen
  function write(typed: string) {
    setText(typed)
    form.set("availableCredits", numberOf(typed))
  }
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title="Edit credit"
      description={`What ${displayName(user)} may spend. Your name appears in the statement.`}
      verb="Save"
    >
      <TextField
        label="Available credits"
        value={text}
        error={form.errors.availableCredits}
        onText={write}
        hint={changeWords(seen, change, user.credit.owedCredits ?? 0)}
        isRequired
        data-autofocus
        inputMode="numeric"
      />
      <TextField
        label="Reason"
        {...form.text("reason")}
        hint="Optional, for the audit trail"
        maxLength={MAX_REASON_LENGTH}
      />
    </FormModal>
  )
}

/** Returns the typed number; undefined if it is none, and the contract's own message then says so. */
function numberOf(text: string): number | undefined {
  const value = text.trim() === "" ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

function changeWords(seen: number, change: number, owed: number): string {
  const now = owed > 0 ? `Now ${formatCount(seen)} and ${formatCount(owed)} owed` : `Now ${formatCount(seen)}`
  if (change === 0 || !Number.isInteger(change)) return now
  return change > 0 ? `${now}: adds ${formatCount(change)}` : `${now}: removes ${formatCount(-change)}`
}
