import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Workflow } from "lucide-react"
import { Suspense } from "react"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { autopilotsOptions } from "../integrations/autopilot-calls.ts"
import { autopilotOf } from "../integrations/autopilot-words.ts"
import { integrationOptions } from "../integrations/integration-calls.ts"
import { AutopilotDetails, titleOf } from "./autopilot-details.tsx"

const AutopilotModal = lazyRouteComponent(() => import("./autopilot-modal.tsx"), "AutopilotModal")

/** Shows when a shop's orders are printed automatically, and the last runs. */
export function AutopilotScreen() {
  const { integrationId } = useParams({ from: "/protected/integrations/$integrationId/autopilot" })
  const shop = useQuery(integrationOptions(integrationId))
  const all = useQuery(autopilotsOptions())
  const edit = useModalParam("editAutopilot")
  const name = shop.data?.name ?? "Integration"
  const autopilot = autopilotOf(all.data ?? [], integrationId) ?? null
  usePageMeta({
    title: shop.data ? titleOf(autopilot, name) : "Autopilot",
    crumbs: [
      { label: "Integrations", href: "/integrations" },
      ...(shop.data ? [{ label: name, href: `/integrations/${integrationId}` }] : []),
      { label: "Autopilot" },
    ],
  })
  const error = (shop.data ? null : shop.error) ?? (all.data ? null : all.error)
  if (error) {
    return (
      <EmptyState
        headingLevel="h1"
        title="This autopilot cannot be shown"
        description={failureWords(error)}
        action={
          <Link to="/integrations" className={buttonVariants({ variant: "primary", size: "lg" })}>
            All integrations
          </Link>
        }
      />
    )
  }
  if (!shop.data || !all.data) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-7 w-64" />
        <Skeleton className="mt-8 h-56 rounded-lg" />
      </div>
    )
  }
  return (
    <>
      {autopilot ? (
        <AutopilotDetails autopilot={autopilot} integration={shop.data} onEdit={() => edit.open()} />
      ) : (
        <NotSetUp onSetUp={() => edit.open()} />
      )}
      <Suspense>
        {edit.isOpen && (
          <AutopilotModal
            key={autopilot?._id}
            integration={shop.data}
            autopilot={autopilot}
            onClose={edit.close}
          />
        )}
      </Suspense>
    </>
  )
}

AutopilotScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(integrationOptions(params.integrationId))
  fetchAhead(autopilotsOptions())
}

function NotSetUp({ onSetUp }: { onSetUp: () => void }) {
  return (
    <>
      <PageHeader title="Autopilot" description="Not set up" />
      <EmptyState
        title="Come in and find the film ready"
        description="At the times you set, or as soon as there is enough to print, the autopilot reads this store's orders and makes a print of everything that has to ship."
        action={
          <Button
            variant="primary"
            size="lg"
            icon={<Workflow />}
            {...asCommand("edit-autopilot")}
            onClick={onSetUp}
          >
            Set up autopilot
          </Button>
        }
      />
    </>
  )
}
