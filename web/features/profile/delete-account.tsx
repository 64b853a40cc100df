import { useNavigate } from "@tanstack/react-router"
import type { User } from "../../../contract/account.ts"
import { PasswordConfirmModal } from "../../components/password-confirm-modal.tsx"
import { apiSend } from "../../lib/api.ts"
import { leaveProtected } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"

/** Deletes the account for good, once its owner has read what is lost and typed the password. */
export function DeleteAccountModal({ user, onClose }: { user: User; onClose: () => void }) {
  const navigate = useNavigate()
  const credits = user.credit.availableCredits
  return (
    <PasswordConfirmModal
      title="Delete your account?"
      description={`Your artwork, sizes, prints, sheets and connected shops are removed for good${
        credits > 0 ? `, and ${plural(credits, "unused credit")} are lost` : ""
      }. Download your account first if you may need any of it.`}
      cancel="Keep my account"
      verb="Delete for good"
      isDangerous
      onClose={onClose}
      onConfirm={async (body) => {
        await apiSend("POST", "/profile/delete", body)
        toastSuccess("Your account was deleted")
        await leaveProtected(() => navigate({ to: "/" }))
      }}
    />
  )
}
