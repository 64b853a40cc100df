import { useMutation } from "@tanstack/react-query"
import type { User } from "../../../contract/accounts/account.ts"
import { failureWords } from "../../lib/api.ts"
import { displayName } from "../../lib/auth.tsx"
import { toastSuccess } from "../../lib/toast.tsx"
import { updateUser } from "./user-calls.ts"

export type ToggledUser = Pick<User, "_id" | "status" | "firstName" | "lastName" | "email">

/** Switches accounts on and off, one at a time. `problem` is the last try's refusal. */
export function useStatusToggle() {
  const change = useMutation({
    mutationFn: (user: ToggledUser) => updateUser(user._id, { status: otherStatus(user.status) }),
    onSuccess: (_nothing, user) =>
      toastSuccess(
        user.status === "active"
          ? `${displayName(user)} is inactive and logged out everywhere`
          : `${displayName(user)} is active again`,
      ),
    meta: { silent: true },
  })
  return {
    start: change.mutate,
    busyId: change.isPending ? change.variables._id : null,
    problem: change.error === null ? "" : failureWords(change.error),
  }
}

function otherStatus(status: User["status"]): User["status"] {
  return status === "active" ? "inactive" : "active"
}
