import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, lazyRouteComponent, useParams } from "@tanstack/react-router"
import { Workflow } from "lucide-react"
import { Suspense, useState } from "react"
import type { Autopilot } from "../../../contract/autopilots/autopilot.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Button, buttonVariants } from "../../components/ui/button.tsx"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { failureWords } from "../../lib/api.ts"
import { asCommand } from "../../lib/as-command.ts"
import { type Address, fetchAhead } from "../../lib/fetch-ahead.ts"
import { capitalise } from "../../lib/format.ts"
import { usePageMeta } from "../../lib/page-meta.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { autopilotsOptions, deleteAutopilot } from "../integrations/autopilot-calls.ts"
import { PauseButton } from "../integrations/autopilot-state.tsx"
import { autopilotName, autopilotOf, nextRunWords } from "../integrations/autopilot-words.ts"
import { deliveryAddressesOptions } from "../integrations/delivery-calls.ts"
import { integrationOptions } from "../integrations/integration-calls.ts"
import { isOfFiles } from "../integrations/shop-state.tsx"
import { AutopilotRuns } from "./autopilot-runs.tsx"
import { autopilotSentence } from "./autopilot-sentence.ts"
import { RunNow } from "./run-now.tsx"

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
        <Details autopilot={autopilot} integration={shop.data} onEdit={() => edit.open()} />
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

function titleOf(autopilot: Autopilot | null, name: string): string {
  return capitalise(autopilotName(autopilot ?? { isForAllStores: false, moreIntegrationIds: [] }, name))
}

type DetailsProps = { autopilot: Autopilot; integration: Integration; onEdit: () => void }

function Details({ autopilot, integration, onEdit }: DetailsProps) {
  const [isDeleting, setIsDeleting] = useState(false)
  const addresses = useQuery(deliveryAddressesOptions()).data
  return (
    <>
      <PageHeader
        title={titleOf(autopilot, integration.name)}
        description={nextRunWords(autopilot)}
        isInline
        actions={
          <>
            <DeleteButton
              size="icon"
              label="Delete autopilot"
              {...asCommand("delete-autopilot")}
              onClick={() => setIsDeleting(true)}
            />
            <Button {...asCommand("edit-autopilot")} onClick={onEdit}>
              Edit
            </Button>
            <PauseButton
              autopilot={autopilot}
              name={integration.name}
              variant={autopilot.isPaused ? "primary" : "secondary"}
            />
          </>
        }
      />
      <p className="mt-4 max-w-prose text-base">
        {autopilotSentence(autopilot, isOfFiles(integration), addresses)}
      </p>
      {autopilot.sheetTemplateId !== null && <RunNow autopilot={autopilot} className="mt-4" />}
      <Problem autopilot={autopilot} integration={integration} onEdit={onEdit} />
      <AutopilotRuns autopilot={autopilot} />
      {isDeleting && (
        <DeleteAutopilotModal
          autopilot={autopilot}
          name={integration.name}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}

/** Warns if something keeps the autopilot from working. */
function Problem({ autopilot, integration, onEdit }: DetailsProps) {
  if (autopilot.sheetTemplateId === null)
    return (
      <Notice
        tone="warn"
        className="mt-4"
        action={
          <Button size="sm" className="flex-none" onClick={onEdit}>
            Choose another
          </Button>
        }
      >
        Its sheet template was deleted, so it cannot run.
      </Notice>
    )
  if (!autopilot.isForAllStores && integration.session === null && !isOfFiles(integration))
    return (
      <Notice
        tone="warn"
        className="mt-4"
        action={
          <Link
            to="/integrations/$integrationId"
            params={{ integrationId: integration._id }}
            className="touch font-[600] whitespace-nowrap underline underline-offset-3"
          >
            Connect
          </Link>
        }
      >
        {integration.name} is not connected: new orders are not read.
      </Notice>
    )
  return null
}

type DeleteProps = { autopilot: Autopilot; name: string; onClose: () => void }

function DeleteAutopilotModal({ autopilot, name, onClose }: DeleteProps) {
  const remove = useMutation({
    mutationFn: () => deleteAutopilot(autopilot._id),
    onSuccess: (message) => {
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      title={`Delete the ${autopilotName(autopilot, name)}?`}
      description="Its list of runs is deleted too. The prints it made stay."
      verb="Delete"
      isDanger
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
