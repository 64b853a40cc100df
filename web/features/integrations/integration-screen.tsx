import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate, useParams } from "@tanstack/react-router"
import { ArrowRight, Ellipsis, Inbox, Pencil, Trash2 } from "lucide-react"
import type { ReactNode } from "react"
import type { Integration } from "../../../contract/integration.ts"
import { orderStatuses } from "../../../contract/status.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { Card } from "../../components/ui/card.tsx"
import { Menu, MenuItem, MenuSeparator } from "../../components/ui/dropdown-menu.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { failureWords } from "../../lib/api.ts"
import { formatCount, formatDate, formatWhen, lowerFirst, plural } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { orderStatusTone } from "../../lib/status-tone.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ConnectButton } from "./connection.tsx"
import { integrationOptions } from "./integration-calls.ts"
import { DeleteIntegrationModal, IntegrationModal } from "./integration-modals.tsx"
import { SyncButton, SyncState, syncedWords } from "./sync-orders.tsx"

/** One shop: its orders by state, when it was read, and what waits for the seller. */
export function IntegrationScreen() {
  const { integrationId } = useParams({ from: "/protected/integrations/$integrationId" })
  const query = useQuery(integrationOptions(integrationId))
  const name = query.data?.name ?? "Integration"
  usePageMeta({ title: name, crumbs: [{ label: "Integrations", href: "/integrations" }, { label: name }] })
  if (query.isError && !query.data) {
    return (
      <EmptyState
        title="This shop is not here"
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

function Details({ integration }: { integration: Integration }) {
  const navigate = useNavigate()
  const edit = useModalParam("editIntegration")
  const remove = useModalParam("deleteIntegration")
  const isConnected = integration.session !== null
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
            <Menu
              trigger={
                <Button variant="ghost" size="icon" aria-label={`More about ${integration.name}`}>
                  <Ellipsis />
                </Button>
              }
            >
              <MenuItem icon={<Pencil />} onSelect={() => edit.open(integration._id)}>
                Edit
              </MenuItem>
              <MenuSeparator />
              <MenuItem icon={<Trash2 />} isDanger onSelect={() => remove.open(integration._id)}>
                Delete
              </MenuItem>
            </Menu>
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
      <div className="mt-5 grid grid-cols-2 gap-3 md:grid-cols-[1fr_1fr_2fr]">
        <Figure label="Orders" value={integration.orderCount} />
        <Figure label="Printed" value={printed} />
        <Card className="col-span-2 p-4 md:col-span-1">
          <h2 className="text-sm text-ink-2">Connection</h2>
          <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            <StatusPill tone={isConnected ? "good" : "warn"}>
              {isConnected ? "Connected" : "Not connected"}
            </StatusPill>
            {isConnected && (
              <ConnectButton integration={integration} size="sm" variant="ghost" label="Connect again" />
            )}
          </div>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <Fact label="Last sync">
              {integration.lastSync === null ? "Never" : formatWhen(integration.lastSync)}
            </Fact>
            <Fact label="Added">{formatDate(integration.createdAt)}</Fact>
            {integration.keys.map((key) => (
              <Fact key={key.key} label={key.key}>
                {key.value}
              </Fact>
            ))}
          </dl>
        </Card>
      </div>
      <section aria-labelledby="orders-by-state" className="mt-6">
        <div className="flex h-9 items-center">
          <h2 id="orders-by-state" className="flex-1 text-lg font-[620]">
            Orders by state
          </h2>
          <Link
            to="/orders"
            search={{ integrationId: integration._id }}
            className={buttonVariants({ variant: "ghost", size: "sm", className: "-mr-2" })}
          >
            All orders <ArrowRight aria-hidden="true" />
          </Link>
        </div>
        <OrderStates integration={integration} />
      </section>
      {edit.isOpen && <IntegrationModal integration={integration} onClose={edit.close} />}
      {remove.isOpen && (
        <DeleteIntegrationModal
          integration={integration}
          onClose={remove.close}
          onDeleted={() => void navigate({ to: "/integrations" })}
        />
      )}
    </>
  )
}

function OrderStates({ integration }: { integration: Integration }) {
  const cancelled = integration.ordersByStatus.Cancelled ?? 0
  return (
    <ul className="mt-2 divide-y divide-line-soft overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      {orderStatuses.map((status) => {
        const count = integration.ordersByStatus[status] ?? 0
        return (
          <StateRow
            key={status}
            to={{ integrationId: integration._id, status }}
            count={count}
            total={integration.orderCount}
          >
            <StatusPill tone={orderStatusTone(status)}>{status}</StatusPill>
          </StateRow>
        )
      })}
      {cancelled > 0 && (
        <StateRow to={null} count={cancelled} total={integration.orderCount}>
          <StatusPill tone="bad">Cancelled</StatusPill>
        </StateRow>
      )}
      <StateRow
        to={{ integrationId: integration._id, unmatched: "true" }}
        count={integration.unmatchedCount}
        unit="items"
      >
        <span className="flex items-center gap-2 text-sm">
          <Inbox aria-hidden="true" className="size-4 text-ink-3" /> Not matched
        </span>
      </StateRow>
    </ul>
  )
}

type StateRowProps = {
  /** The list of them, where there is one. */
  to: Record<string, string> | null
  count: number
  /** Of how many; without it there is no share to draw. */
  total?: number
  unit?: string
  children: ReactNode
}

function StateRow({ to, count, total, unit = "orders", children }: StateRowProps) {
  const share = total ? count / total : 0
  const content = (
    <>
      <span className="w-44 flex-none">{children}</span>
      {total !== undefined && (
        <span
          aria-hidden="true"
          className="hidden h-1 flex-1 overflow-hidden rounded-full bg-ink/10 md:block"
        >
          <span className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span className="ml-auto w-28 text-right tabular-nums">
        {formatCount(count)} <span className="text-ink-3">{unit}</span>
      </span>
    </>
  )
  const look = "flex h-14 items-center gap-4 px-4 text-sm"
  return (
    <li>
      {to === null ? (
        <div className={look}>{content}</div>
      ) : (
        <Link to="/orders" search={to} className={`${look} hover:bg-hover`}>
          {content}
        </Link>
      )}
    </li>
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
