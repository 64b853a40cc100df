import { useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useNavigate, useParams } from "@tanstack/react-router"
import { type ReactNode, Suspense } from "react"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { formatCount, formatDate, formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { integrationOptions } from "./integration-calls.ts"
import { OrdersByState } from "./orders-by-state.tsx"
import { ConnectButton, isOfFiles, SyncButton, SyncState, syncedWords } from "./shop-state.tsx"

const AutopilotState = lazyRouteComponent(() => import("./autopilot-state.tsx"), "AutopilotState")
const ShipRule = lazyRouteComponent(() => import("./ship-rule.tsx"), "ShipRule")
const ProofRule = lazyRouteComponent(() => import("./proof-rule.tsx"), "ProofRule")
const MendRule = lazyRouteComponent(() => import("./mend-rule.tsx"), "MendRule")
const UndatedRule = lazyRouteComponent(() => import("./undated-rule.tsx"), "UndatedRule")
const IntegrationModal = lazyRouteComponent(() => import("./integration-modals.tsx"), "IntegrationModal")
const DeleteIntegrationModal = lazyRouteComponent(
  () => import("./integration-modals.tsx"),
  "DeleteIntegrationModal",
)

/** Shows one shop: its orders by state, its last sync, and the open work. */
export function IntegrationScreen() {
  const { integrationId } = useParams({ from: "/protected/integrations/$integrationId" })
  const query = useQuery(integrationOptions(integrationId))
  const name = query.data?.name ?? "Integration"
  usePageMeta({
    title: name,
    crumbs: [{ label: "Integrations", href: "/integrations" }, ...(query.data ? [{ label: name }] : [])],
  })
  if (query.isError && !query.data) {
    return (
      <EmptyState
        headingLevel="h1"
        title="This store does not exist"
        description={failureWords(query.error)}
        action={
          <Link to="/integrations" className={buttonVariants({ variant: "primary", size: "lg" })}>
            All integrations
          </Link>
        }
      />
    )
  }
  if (!query.data) {
    return (
      <div role="status" aria-label="Loading">
        <Skeleton className="h-7 w-48" />
        <Skeleton className="mt-8 h-56 rounded-lg" />
      </div>
    )
  }
  return <Details integration={query.data} />
}

IntegrationScreen.fetchAhead = ({ params }: Address) => {
  fetchAhead(integrationOptions(params.integrationId))
}

function Details({ integration }: { integration: Integration }) {
  const navigate = useNavigate()
  const edit = useModalParam("editIntegration")
  const remove = useModalParam("deleteIntegration")
  const isConnected = integration.session !== null || isOfFiles(integration)
  const printed = integration.ordersByStatus.Completed ?? 0
  return (
    <>
      <PageHeader
        title={integration.name}
        description={[integration.type, integration.shopName, lowerFirst(syncedWords(integration))]
          .filter(Boolean)
          .join(", ")}
        isInline
        actions={
          <>
            <DeleteButton
              size="icon"
              label={`Delete ${integration.name}`}
              {...asCommand("delete-store")}
              onClick={() => remove.open(integration._id)}
            />
            <Button {...asCommand("edit-store")} onClick={() => edit.open(integration._id)}>
              Edit
            </Button>
            {isConnected ? (
              <SyncButton integrations={[integration]} />
            ) : (
              <ConnectButton integration={integration} variant="primary" label="Connect" />
            )}
          </>
        }
      />
      <SyncState integration={integration} isOnItsPage className="mt-4" />
      {integration.unmatchedCount > 0 && (
        <Notice
          tone="warn"
          className="mt-4"
          action={
            <Link
              to="/orders"
              search={{ integrationId: integration._id, unmatched: "true" }}
              className="touch font-[600] whitespace-nowrap underline underline-offset-3"
            >
              Choose now
            </Link>
          }
        >
          {plural(integration.unmatchedCount, "order item needs", "order items need")} artwork or a size.
        </Notice>
      )}
      <div className="mt-5 grid grid-cols-2 items-start gap-3 md:grid-cols-[1fr_1fr_minmax(0,2fr)]">
        <Figure label="Orders" value={integration.orderCount} />
        <Figure label="Printed" value={printed} />
        <Card className="col-span-2 p-4 md:col-span-1">
          <h2 className="text-sm text-ink-2">Connection</h2>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            <StatusPill tone={isConnected ? "good" : "warn"}>
              {isOfFiles(integration) ? "By file" : isConnected ? "Connected" : "Not connected"}
            </StatusPill>
            {integration.session !== null && (
              <ConnectButton integration={integration} size="sm" variant="ghost" label="Connect again" />
            )}
          </div>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <Fact label={isOfFiles(integration) ? "Last import" : "Last sync"}>
              {integration.lastSync === null ? "Never" : formatWhen(integration.lastSync)}
            </Fact>
            <Fact label="Autopilot">
              <Suspense>
                <AutopilotState integration={integration} />
              </Suspense>
            </Fact>
            <Fact label="No ship-by date">
              <Suspense>
                <UndatedRule integration={integration} />
              </Suspense>
            </Fact>
            <Fact label="Proofs">
              <Suspense>
                <ProofRule integration={integration} />
              </Suspense>
            </Fact>
            <Fact label="Edges">
              <Suspense>
                <MendRule integration={integration} />
              </Suspense>
            </Fact>
            {integration.session !== null && (
              <Fact label="Shipments">
                <Suspense>
                  <ShipRule integration={integration} />
                </Suspense>
              </Fact>
            )}
            <Fact label="Added">{formatDate(integration.createdAt)}</Fact>
            {integration.keys.map((key) => (
              <Fact key={key.key} label={key.key}>
                {key.value}
              </Fact>
            ))}
          </dl>
        </Card>
      </div>
      <OrdersByState integration={integration} />
      <Suspense>
        {edit.isOpen && <IntegrationModal integration={integration} onClose={edit.close} />}
        {remove.isOpen && (
          <DeleteIntegrationModal
            integration={integration}
            onClose={remove.close}
            onDeleted={() => void navigate({ to: "/integrations" })}
          />
        )}
      </Suspense>
    </>
  )
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <Card className="p-4">
      <h2 className="text-sm text-ink-2">{label}</h2>
      <p className="mt-2 text-2xl font-[640] tabular-nums">{formatCount(value)}</p>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
