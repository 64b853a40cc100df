import { useMutation, useQuery } from "@tanstack/react-query"
import type { User } from "../../../contract/account.ts"
import { userRoles } from "../../../contract/status.ts"
import { userUpdateSchema } from "../../../contract/user.ts"
import { Field, Input } from "../../components/ui/field.tsx"
import { FormModal } from "../../components/ui/form-modal.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useForm } from "../../lib/use-form.ts"
import { userOptions } from "../../lib/users.ts"
import { updateUser } from "./user-calls.ts"

/** Name, address and role of an account. */
export function EditUserModal({ userId, onClose }: { userId: string; onClose: () => void }) {
  const user = useQuery(userOptions(userId))
  if (user.data) return <EditForm user={user.data} onClose={onClose} />
  return (
    <Modal isOpen onClose={onClose} title="Edit user">
      {user.isError ? (
        <Notice tone="bad">{failureWords(user.error)}</Notice>
      ) : (
        <Skeleton className="h-48 rounded-lg" />
      )}
    </Modal>
  )
}

function EditForm({ user, onClose }: { user: User; onClose: () => void }) {
  const { firstName, lastName, email, role } = user
  const form = useForm(userUpdateSchema, { firstName, lastName, email, role })
  const save = useMutation({
    mutationFn: () =>
      form.submit(async (change) => {
        await updateUser(user._id, change)
        toastSuccess("User updated")
        onClose()
      }),
    meta: { silent: true },
  })
  return (
    <FormModal
      onClose={onClose}
      title="Edit user"
      verb="Save"
      isSaving={save.isPending}
      onSubmit={() => save.mutate()}
      error={save.error}
      isWide
    >
      <Field label="First Name" error={form.errors.firstName}>
        <Input
          data-autofocus
          value={form.values.firstName}
          onChange={(event) => form.set("firstName", event.target.value)}
        />
      </Field>
      <Field label="Last Name" error={form.errors.lastName}>
        <Input value={form.values.lastName} onChange={(event) => form.set("lastName", event.target.value)} />
      </Field>
      <Field label="Email" error={form.errors.email} className="md:col-span-2">
        <Input
          type="email"
          value={form.values.email}
          onChange={(event) => form.set("email", event.target.value)}
        />
      </Field>
      <Field label="Role" error={form.errors.role} hint="Admins look after users and payments">
        <Select
          capitalises
          value={form.values.role}
          onValueChange={(next) => form.set("role", next === "admin" ? "admin" : "user")}
          options={userRoles.map((value) => ({ value, label: value }))}
        />
      </Field>
    </FormModal>
  )
}
