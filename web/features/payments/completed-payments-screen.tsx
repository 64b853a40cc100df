import { Suspense } from "react"
import { z } from "zod"
import { AdminOnly } from "../../components/admin-only.tsx"
import { PageTabs } from "../../components/page-tabs.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { useSearch } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { DeleteUserModal } from "../users/user-modals.tsx"
import { SettleModal } from "./settle-modal.tsx"
import { TransfersTable } from "./transfers-table.tsx"

/** Lists completed transfers of everyone, and payments that have not arrived. */
export function CompletedPaymentsScreen() {
  return (
    <AdminOnly>
      <CompletedPayments />
    </AdminOnly>
  )
}

const descriptions = {
  completed: "Transfers that have arrived.",
  pending: "Payments that have not arrived yet. Complete a bank transfer once the money is on the account.",
  disputed:
    "Payments that are disputed at PayPal. Answer there before PayPal's deadline. Their credits are held until PayPal decides.",
}

const searchSchema = z.object({ tab: z.enum(["completed", "pending", "disputed"]).catch("completed") })

function CompletedPayments() {
  const { tab } = useSearch(searchSchema)
  const deleteUser = useModalParam("deleteUser")
  const complete = useModalParam("completePayment")
  const cancel = useModalParam("cancelPayment")
  return (
    <>
      <PageHeader title="Completed Payments" description={descriptions[tab]} />
      <div className="mt-4">
        <PageTabs
          label="Payments by state"
          value={tab}
          tabs={[
            {
              value: "completed",
              label: "Completed",
              content: <TransfersTable show="Completed" />,
            },
            {
              value: "pending",
              label: "Pending",
              content: (
                <TransfersTable
                  show="Pending"
                  onComplete={(id) => complete.open(id)}
                  onCancel={(id) => cancel.open(id)}
                />
              ),
            },
            {
              value: "disputed",
              label: "Disputed",
              content: <TransfersTable show="Disputed" />,
            },
          ]}
        />
      </div>
      <Suspense>
        {deleteUser.isOpen && <DeleteUserModal userId={deleteUser.value} onClose={deleteUser.close} />}
      </Suspense>
      {complete.isOpen && (
        <SettleModal paymentId={complete.value} status="Completed" onClose={complete.close} />
      )}
      {cancel.isOpen && <SettleModal paymentId={cancel.value} status="Cancelled" onClose={cancel.close} />}
    </>
  )
}
