import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { accountDeleteSchema, type User } from "../../../contract/account.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { PasswordInput } from "../../components/ui/password-input.tsx"
import { apiSend } from "../../lib/api.ts"
import { leaveProtected } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"

const FORM_ID = "delete-account"

/** Deletes the account for good, once its owner has read what is lost and typed the password. */
export function DeleteAccountModal({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm(accountDeleteSchema, { password: "" })
  const remove = useMutation({
    mutationFn: () =>
      form.submit(async (body) => {
        await apiSend("POST", "/profile/delete", body)
        toastSuccess("Your account was deleted")
        await leaveProtected(() => navigate({ to: "/" }))
      }),
  })
  const credits = user.credit.availableCredits
  return (
    <Modal
      isOpen
      onClose={onClose}
      title="Delete your account?"
      description={`Your artwork, sizes, prints, sheets and connected shops are removed for good${
        credits > 0 ? `, and ${plural(credits, "unused credit")} are lost` : ""
      }. Download your account first if you may need any of it.`}
      footer={
        <>
          <Button onClick={onClose}>Keep my account</Button>
          <Button variant="danger" type="submit" form={FORM_ID} isLoading={remove.isPending}>
            Delete for good
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
          if (!remove.isPending) remove.mutate()
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
