import { AdminOnly } from "../../components/admin-only.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"

export function CompletedPaymentsScreen() {
  return (
    <AdminOnly>
      <PageHeader title="Completed Payments" />
      <EmptyState title="No payments yet" description="Completed transfers are listed here." />
    </AdminOnly>
  )
}
