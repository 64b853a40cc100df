import { useQuery } from "@tanstack/react-query"
import { planNames, plans } from "../../../contract/accounts/plan.ts"
import { type ListedUser, userUpdateSchema } from "../../../contract/accounts/user.ts"
import { userRoles } from "../../../contract/status.ts"
import { Field } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { TextField } from "../../components/ui/text-field.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatCount } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { updateUser, userOptions } from "./user-calls.ts"

export function EditUserModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const user = useQuery(userOptions(userId))
  if (user.data) return <EditForm user={user.data} onClose={onClose} />
  return (
    <Modal onClose={onClose} title="Edit user">
      {user.isError ? (
        <Notice tone="bad">{failureWords(user.error)}</Notice>
      ) : (
        <Skeleton className="h-48 rounded-lg" />
      )}
    </Modal>
  )
}

function EditForm({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { firstName, lastName, email, role, plan } = user
  const form = useForm({
    schema: userUpdateSchema,
    initial: { firstName, lastName, email, role, plan },
    send: async (change) => {
      await updateUser(user._id, change)
      toastSuccess("User updated")
      onClose()
    },
  })
  return (
    <FormModal form={form} onClose={onClose} title="Edit user" verb="Save" isWide>
      <TextField label="First Name" {...form.text("firstName")} data-autofocus />
      <TextField label="Last Name" {...form.text("lastName")} />
      <TextField label="Email" {...form.text("email")} type="email" className="md:col-span-2" />
      <Field label="Role" error={form.errors.role} hint="Admins manage users and payments">
        <Select
          capitalises
          value={form.values.role}
          onValueChange={(role) => form.set("role", role)}
          options={userRoles.map((value) => ({ value, label: value }))}
        />
      </Field>
      <Field
        label="Plan"
        error={form.errors.plan}
        hint={`Up to ${formatCount(plans[form.values.plan].sheetsAMonth)} sheets a month`}
      >
        <Select
          capitalises
          value={form.values.plan}
          onValueChange={(plan) => form.set("plan", plan)}
          options={planNames.map((value) => ({ value, label: value }))}
        />
      </Field>
    </FormModal>
  )
}
