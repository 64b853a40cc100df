import { Link } from "@tanstack/react-router"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"

export function OrdersScreen() {
  return (
    <>
      <PageHeader title="Integration Orders" description="No orders yet" />
      <EmptyState
        title="Connect a shop to see its orders here"
        description="Their SKU and size find your artwork, and the items become a print."
        action={
          <Link to="/integrations" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Go to integrations
          </Link>
        }
      />
    </>
  )
}
