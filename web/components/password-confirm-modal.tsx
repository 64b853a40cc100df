import { useMutation } from "@tanstack/react-query"
import { ownerConfirmSchema } from "../../contract/account.ts"
import { useForm } from "../lib/use-form.ts"
import { Field } from "./ui/field.tsx"
import { FormModal } from "./ui/form-modal.tsx"
import { PasswordInput } from "./ui/password-input.tsx"

export type PasswordConfirmModalProps = {
  title: string
  /** What it costs or loses. */
  description: string
  cancel: string
  verb: string
  isDangerous?: boolean
  /** Runs with a password that is not empty; the server's refusal of it shows at the field. */
  onConfirm: (body: { password: string }) => Promise<void>
  onClose: () => void
}

/** A question that the account's owner answers with the password. */
export function PasswordConfirmModal(props: PasswordConfirmModalProps) {
  const { title, description, cancel, verb, isDangerous, onConfirm, onClose } = props
  const form = useForm(ownerConfirmSchema, { password: "" })
  const confirm = useMutation({ mutationFn: () => form.submit(onConfirm) })
  return (
    <FormModal
      onClose={onClose}
      title={title}
      description={description}
      cancel={cancel}
      verb={verb}
      isDangerous={isDangerous}
      isSaving={confirm.isPending}
      onSubmit={() => confirm.mutate()}
    >
      <Field label="Your password" isRequired error={form.errors.password}>
        <PasswordInput
          autoComplete="current-password"
          value={form.values.password}
          onChange={(event) => form.set("password", event.target.value)}
        />
      </Field>
    </FormModal>
  )
}
