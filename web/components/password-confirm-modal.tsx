import { useMutation } from "@tanstack/react-query"
import { useId } from "react"
import { ownerConfirmSchema } from "../../contract/account.ts"
import { useForm } from "../lib/use-form.ts"
import { Button } from "./ui/button.tsx"
import { Field } from "./ui/field.tsx"
import { Modal } from "./ui/modal.tsx"
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
  const { title, description, cancel, verb, isDangerous = false, onConfirm, onClose } = props
  const formId = useId()
  const form = useForm(ownerConfirmSchema, { password: "" })
  const confirm = useMutation({ mutationFn: () => form.submit(onConfirm) })
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            variant={isDangerous ? "danger" : "primary"}
            type="submit"
            form={formId}
            isLoading={confirm.isPending}
          >
            {verb}
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
          if (!confirm.isPending) confirm.mutate()
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
