import { useMutation } from "@tanstack/react-query"
import { Navigate, Outlet, useLocation } from "@tanstack/react-router"
import type { Role } from "../../../contract/accounts/role.ts"
import { Button } from "../../components/ui/button.tsx"
import { ConfirmModal, Modal } from "../../components/ui/modal.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { leaveAccount } from "./workplace-calls.ts"

/** Shows the page to somebody who works in another's account; leads them on from pages that are not for them. */
export function MemberPages() {
  const { worksAs } = useAuth().user
  const path = useLocation({ select: ({ pathname }) => pathname })
  const buyCredit = useModalParam("buyCredit")
  const leaving = useModalParam("leaveAccount")
  const elsewhere = leadAway(worksAs, path)
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />
  return (
    <>
      <Outlet />
      {buyCredit.isOpen && <AskOwner onClose={buyCredit.close} />}
      {leaving.isOpen && <LeaveModal onClose={leaving.close} />}
    </>
  )
}

/** Says who buys credits. */
function AskOwner({ onClose }: { onClose: () => void }) {
  return (
    <Modal
      onClose={onClose}
      title="Ask the account's owner"
      description="They alone buy credits. As soon as there are more, you can go on here."
      footer={
        <Button variant="primary" onClick={onClose}>
          OK
        </Button>
      }
    >
      {null}
    </Modal>
  )
}

/** Asks before the person leaves the account that is shown. */
function LeaveModal({ onClose }: { onClose: () => void }) {
  const { user } = useAuth()
  const leave = useMutation({ mutationFn: () => leaveAccount(user) })
  return (
    <ConfirmModal
      onClose={onClose}
      title={`Leave ${user.company}?`}
      description="You see nothing of this account from now on, unless you are invited again. What you made stays in it."
      verb="Leave"
      isDanger
      isWorking={leave.isPending}
      onConfirm={() => leave.mutate()}
    />
  )
}

/** Returns where somebody with this role is led from a page that is not for them; null if it is. */
function leadAway(role: Role, path: string): string | null {
  if (role !== "press") return /^\/(profile|payment)\b/.test(path) ? "/dashboard" : null
  const [, printId] = /^\/prints\/([0-9a-f-]{36})\/?$/.exec(path) ?? []
  if (printId !== undefined) return `/prints/${printId}/manifest`
  return /^\/(prints|prints\/[0-9a-f-]{36}\/manifest|c\/[^/]+)\/?$/.test(path) ? null : "/prints"
}
