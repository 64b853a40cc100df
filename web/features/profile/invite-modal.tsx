import { invitationSchema, memberRoles } from "../../../contract/accounts/member.ts"
import { type MemberRole, memberRoleNames } from "../../../contract/accounts/role.ts"
import { Field } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Select } from "../../components/ui/select.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { inviteMember } from "./member-calls.ts"

const options = memberRoleNames.map((value) => ({ value, label: memberRoles[value].name }))

/** Asks whom to invite, and what they may do. */
export function InviteModal({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: invitationSchema,
    initial: { email: "", role: "press" as MemberRole },
    send: async (body) => {
      toastSuccess(await inviteMember(body))
      onClose()
    },
  })
  const { values, errors } = form
  return (
    <FormModal
      form={form}
      onClose={onClose}
      size="md"
      autoComplete="off"
      title="Invite somebody"
      description="They get an e-mail with a link, and sign in or sign up with that address."
      verb="Send invitation"
    >
      <TextField
        label="Email"
        {...form.text("email")}
        isRequired
        type="email"
        autoFocus
        autoCapitalize="none"
      />
      <Field label="Role" error={errors.role} hint={memberRoles[values.role].does}>
        <Select
          value={values.role}
          onValueChange={(role: MemberRole) => form.set("role", role)}
          options={options}
        />
      </Field>
    </FormModal>
  )
}
