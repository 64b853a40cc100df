import { useMutation, useQuery } from "@tanstack/react-query"
import type { EventDelivery } from "../../../contract/events/event-delivery.ts"
import type { EventEndpoint } from "../../../contract/events/event-endpoint.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatWhen } from "../../lib/format.ts"
import type { Tone } from "../../lib/status-tone.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { eventDeliveriesOptions, replayDelivery } from "./event-endpoint-calls.ts"

const pills: Record<EventDelivery["state"], { tone: Tone; words: string }> = {
  waiting: { tone: "busy", words: "Waiting" },
  sent: { tone: "good", words: "Taken" },
  failed: { tone: "bad", words: "Failed" },
}

/** Lists what an endpoint was sent last, and sends it again. */
export function EventDeliveriesModal({
  endpoint,
  onClose,
}: {
  endpoint: EventEndpoint
  onClose: () => void
}) {
  const list = useQuery(eventDeliveriesOptions(endpoint._id))
  const replay = useMutation({
    mutationFn: (delivery: EventDelivery) => replayDelivery(endpoint._id, delivery._id),
    onSuccess: (message) => toastSuccess(message),
  })
  const columns: DataTableColumn<EventDelivery>[] = [
    {
      id: "type",
      header: "Event",
      card: "title",
      cell: ({ type, createdAt, body }) => (
        <div>
          <span className="font-mono text-sm">{type}</span>
          <span className="block text-xs text-ink-3">{formatWhen(createdAt)}</span>
          <details className="text-xs">
            <summary className="touch w-fit cursor-pointer text-ink-2">Body</summary>
            <pre className="whitespace-pre-wrap wrap-anywhere">{JSON.stringify(body, null, 1)}</pre>
          </details>
        </div>
      ),
    },
    { id: "state", header: "Answer", cell: (delivery) => <DeliveryAnswer delivery={delivery} /> },
    {
      ...actionsColumn,
      cell: (delivery) => (
        <Button
          size="sm"
          disabled={!endpoint.isActive || replay.isPending}
          onClick={() => replay.mutate(delivery)}
        >
          Send again<span className="sr-only"> {delivery.type}</span>
        </Button>
      ),
    },
  ]
  return (
    <Modal
      onClose={onClose}
      size="lg"
      title="Last deliveries"
      description={endpoint.url}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="pb-1">
        <DataTable
          label="Deliveries"
          columns={columns}
          rows={list.data}
          rowId={({ _id }) => _id}
          failure={loadFailure(list)}
          empty={{
            headingLevel: "h3",
            title: "Nothing was sent yet",
            description: "Send a test, or wait for the first of its events.",
          }}
        />
      </div>
    </Modal>
  )
}

function DeliveryAnswer({ delivery }: { delivery: EventDelivery }) {
  const { state, status, message, tries, tookMs, retryAt } = delivery
  const { tone, words } = pills[state]
  const facts = [
    status !== null && `${status}`,
    tookMs !== null && `${tookMs} ms`,
    tries > 1 && `${tries} tries`,
    retryAt !== null && tries > 0 && `next ${formatWhen(retryAt)}`,
  ].filter(Boolean)
  return (
    <span className="block">
      <StatusPill tone={tone}>{words}</StatusPill>
      {facts.length > 0 && <span className="ml-2 text-xs text-ink-3">{facts.join(", ")}</span>}
      {message !== null && <span className="block text-xs break-words text-ink-2">{message}</span>}
    </span>
  )
}
