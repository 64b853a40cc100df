import { Link } from "@tanstack/react-router"
import { buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"

export function IntegrationsScreen() {
  return (
    <>
      <PageHeader title="Integrations" description="No shop is connected" />
      <EmptyState
        title="No shop is connected"
        description="Prints can be built by hand from your own images in the meantime."
        action={
          <Link to="/prints" className={buttonVariants({ variant: "primary", size: "lg" })}>
            Go to prints
          </Link>
        }
      />
    </>
  )
}

export function IntegrationScreen() {
  return (
    <>
      <PageHeader title="Integration" />
      <EmptyState
        title="This shop is not connected"
        description="It may have been removed from your account."
        action={
          <Link to="/integrations" className={buttonVariants({ variant: "primary", size: "lg" })}>
            All integrations
          </Link>
        }
      />
    </>
  )
}
