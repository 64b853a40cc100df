import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import type { Autopilot } from "../../../contract/autopilots/autopilot.ts"
import type { Integration } from "../../../contract/integrations/integration.ts"
import { Button } from "../../components/ui/button.tsx"
import { DeleteButton } from "../../components/ui/delete-button.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { capitalise } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { deleteAutopilot } from "../integrations/autopilot-calls.ts"
import { PauseButton } from "../integrations/autopilot-state.tsx"
import { autopilotName, nextRunWords } from "../integrations/autopilot-words.ts"
import { deliveryAddressesOptions } from "../integrations/delivery-calls.ts"
import { isOfFiles } from "../integrations/shop-state.tsx"
import { AutopilotRuns } from "./autopilot-runs.tsx"
import { autopilotSentence } from "./autopilot-sentence.ts"
import { RunNow } from "./run-now.tsx"

export function titleOf(autopilot: Autopilot | null, name: string): string {
  return capitalise(autopilotName(autopilot ?? { isForAllStores: false, moreIntegrationIds: [] }, name))
}

type DetailsProps = { autopilot: Autopilot; integration: Integration; onEdit: () => void }

/** Says what the autopilot does and when next, with its runs; edits, pauses and deletes it. */
export function AutopilotDetails({ autopilot, integration, onEdit }: DetailsProps) {
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
