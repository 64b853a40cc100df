import { userCreateSchema } from "../../../contract/accounts/user.ts"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
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

/** Makes an account with the role user and a verified address. */
export function AddUserModal({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: userCreateSchema,
    initial: empty,
    send: async (input) => {
      await createUser(input)
      toastSuccess("User created")
      onClose()
    },
  })
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title="Add user"
      description="They can sign in at once with this password. Ask them to change it."
      verb="Add user"
      autoComplete="off"
      isWide
    >
      <TextField label="First Name" {...form.text("firstName")} isRequired data-autofocus />
      <TextField label="Last Name" {...form.text("lastName")} isRequired />
      <TextField label="Email" {...form.text("email")} isRequired type="email" className="md:col-span-2" />
      <TextField
        label="Username"
        value={form.values.username ?? ""}
        error={form.errors.username}
        onText={(text) => form.set("username", text === "" ? undefined : text)}
        hint="If left empty, one is made from the e-mail"
      />
      <TextField
        label="Password"
        {...form.text("password")}
        hint="At least 6 characters"
        isRequired
        type="password"
        autoComplete="new-password"
      />
    </FormModal>
  )
}
