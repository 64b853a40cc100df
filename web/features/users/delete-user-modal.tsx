import { useMutation, useQuery } from "@tanstack/react-query"
import { DeleteModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { failureWords } from "../../lib/api.ts"
import { displayName } from "../../lib/auth.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { deleteUser, userOptions } from "./user-calls.ts"

export type DeleteUserModalProps = {
  userId: string
  onClose: () => void
  /** Called instead of closing, if the page itself is about the account. */
  onDeleted?: () => void
}

/** Asks before deleting an account; shows a refusal (the last admin) in the modal. */
export function DeleteUserModal({ userId, onClose, onDeleted = onClose }: DeleteUserModalProps) {
  const user = useQuery(userOptions(userId))
  const remove = useMutation({
    mutationFn: () => deleteUser(userId),
    onSuccess: () => {
      toastSuccess("User deleted")
      onDeleted()
    },
    meta: { silent: true },
  })
  const failure = remove.error ?? user.error
  const problem = failure === null ? undefined : failureWords(failure)
  return (
    <DeleteModal
      onClose={onClose}
      title={user.data ? `Delete ${displayName(user.data)}?` : "Delete this user?"}
      description="Images, sizes, prints and orders are removed for good, and the account is logged out everywhere. Payments stay on record."
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
    </DeleteModal>
  )
}
