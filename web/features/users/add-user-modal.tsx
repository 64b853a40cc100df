import { useMutation } from "@tanstack/react-query"
import { userCreateSchema } from "../../../contract/user.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { PasswordInput } from "../../components/ui/password-input.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { createUser } from "./user-calls.ts"

const empty = {
  firstName: "",
  lastName: "",
  username: undefined as string | undefined,
  email: "",
  password: "",
}

/** A new account: role user, its address taken as verified. */
export function AddUserModal({ onClose }: { onClose: () => void }) {
  const form = useForm(userCreateSchema, empty)
  const add = useMutation({
    mutationFn: () =>
      form.submit(async (input) => {
        await createUser(input)
        toastSuccess("User created")
        onClose()
      }),
    meta: { silent: true },
  })
  return (
    <FormModal
      onClose={onClose}
      title="Add user"
      description="They can sign in at once with this password. Ask them to change it."
      verb="Add user"
      isSaving={add.isPending}
      onSubmit={() => add.mutate()}
      error={add.error}
      autoComplete="off"
      isWide
    >
      <Field label="First Name" isRequired error={form.errors.firstName}>
        <Input
          data-autofocus
          value={form.values.firstName}
          onChange={(event) => form.set("firstName", event.target.value)}
        />
      </Field>
      <Field label="Last Name" isRequired error={form.errors.lastName}>
        <Input value={form.values.lastName} onChange={(event) => form.set("lastName", event.target.value)} />
      </Field>
      <Field label="Email" isRequired error={form.errors.email} className="md:col-span-2">
        <Input
          type="email"
          value={form.values.email}
          onChange={(event) => form.set("email", event.target.value)}
        />
      </Field>
      <Field label="Username" error={form.errors.username} hint="Left empty, one is made from the e-mail">
        <Input
          value={form.values.username ?? ""}
          onChange={(event) =>
            form.set("username", event.target.value === "" ? undefined : event.target.value)
          }
        />
      </Field>
      <Field label="Password" isRequired error={form.errors.password} hint="At least 6 characters">
        <PasswordInput
          autoComplete="new-password"
          value={form.values.password}
          onChange={(event) => form.set("password", event.target.value)}
        />
      </Field>
    </FormModal>
  )
}
