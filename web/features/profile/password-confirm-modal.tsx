import { ownerConfirmSchema } from "../../../contract/accounts/account.ts"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { useForm } from "../../lib/use-form.ts"

export type PasswordConfirmModalProps = {
  title: string
  /** The consequences: what it costs or deletes. */
  description: string
  cancel: string
  verb: string
  isDangerous?: boolean
  /** Runs with a password that is not empty; the server's refusal of it shows at the field. */
  onConfirm: (body: { password: string }) => Promise<void>
  onClose: () => void
}

/** Asks a question that the account's owner answers with the password. */
export function PasswordConfirmModal(props: PasswordConfirmModalProps) {
  const { title, description, cancel, verb, isDangerous, onConfirm, onClose } = props
  const form = useForm({
    schema: ownerConfirmSchema,
    initial: { password: "" },
    send: onConfirm,
    failureIn: "toast",
  })
  return (
    <FormModal
      // A password is no loss: it is known, and nothing asks twice.
      form={{ ...form, isChanged: false }}
      onClose={onClose}
      title={title}
      description={description}
      cancel={cancel}
      verb={verb}
      isDangerous={isDangerous}
    >
      <TextField
        label="Your password"
        {...form.text("password")}
        isRequired
        type="password"
        autoComplete="current-password"
      />
    </FormModal>
  )
}
