import { useMutation, useQuery } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { eventTypes } from "../../../contract/events/event.ts"
import type { EventEndpoint, NewEventEndpoint } from "../../../contract/events/event-endpoint.ts"
import type { Id } from "../../../contract/id.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { ConfirmModal, DeleteModal } from "../../components/ui/modal.tsx"
import { StatusPill } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatWhen } from "../../lib/format.ts"
import { toastError, toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { EndpointSecretModal } from "./endpoint-secret-modal.tsx"
import { EventDeliveriesModal } from "./event-deliveries-modal.tsx"
import { deleteEndpoint, endpointsOptions, rotateSecret, testEndpoint } from "./event-endpoint-calls.ts"
import { EventEndpointModal } from "./event-endpoint-modal.tsx"
import { ListSection } from "./list-section.tsx"

/** An endpoint that something is done with. */
type Opened = { what: "edit" | "deliveries" | "rotate" | "delete"; endpoint: EventEndpoint }

/** Lists the addresses of programs that are told of events. */
export function EventEndpoints({ userId }: { userId: Id }) {
  const list = useQuery(endpointsOptions(userId))
  const add = useModalParam("addEndpoint")
  const [opened, setOpened] = useState<Opened | null>(null)
  const [made, setMade] = useState<NewEventEndpoint | null>(null)
  const test = useMutation({
    mutationFn: ({ _id }: EventEndpoint) => testEndpoint(_id),
    onSuccess: ({ works, message }) => (works ? toastSuccess(message) : toastError(message)),
  })
  const close = () => setOpened(null)
  const buttonsOf = (endpoint: EventEndpoint) => {
    const buttons = [
      ["Test", () => test.mutate(endpoint)],
      ["Deliveries", () => setOpened({ what: "deliveries", endpoint })],
      ["Edit", () => setOpened({ what: "edit", endpoint })],
      ["New secret", () => setOpened({ what: "rotate", endpoint })],
      ["Delete", () => setOpened({ what: "delete", endpoint })],
    ] as const
    return (
      <span className="flex flex-wrap justify-end gap-1">
        {buttons.map(([verb, act]) => (
          <Button
            key={verb}
            size="sm"
            onClick={act}
            isLoading={verb === "Test" && test.isPending && test.variables._id === endpoint._id}
          >
            {verb}
            <span className="sr-only"> {endpoint.url}</span>
          </Button>
        ))}
      </span>
    )
  }
  const columns: DataTableColumn<EventEndpoint>[] = [
    { id: "url", header: "Address", card: "title", cell: (endpoint) => <EndpointName endpoint={endpoint} /> },
    { id: "state", header: "State", cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
    { ...actionsColumn, card: "plain", cell: buttonsOf },
  ]
  const addButton = (
    <Button icon={<Plus />} onClick={() => add.open()}>
      New endpoint
    </Button>
  )
  return (
    <ListSection
      titleId="event-endpoints"
      title="Events"
      note="Your programs are told what happens here, so that they need not ask."
      button={list.data?.length !== 0 && addButton}
      list={
        <DataTable
          label="Endpoints for events"
          columns={columns}
          rows={list.data}
          rowId={({ _id }) => _id}
          failure={loadFailure(list)}
          empty={{
            headingLevel: "h4",
            title: "No endpoint yet",
            description:
              "Give the address of your program, and it hears when a print is ready or an order comes in.",
            action: addButton,
          }}
        />
      }
    >
      {add.isOpen && (
        <EventEndpointModal
          endpoint={null}
          onClose={add.close}
          onMade={(endpoint) => {
            add.close()
            setMade(endpoint)
          }}
        />
      )}
      {opened?.what === "edit" && (
        <EventEndpointModal endpoint={opened.endpoint} onClose={close} onMade={setMade} />
      )}
      {opened?.what === "deliveries" && <EventDeliveriesModal endpoint={opened.endpoint} onClose={close} />}
      {opened?.what === "rotate" && (
        <RotateModal
          endpoint={opened.endpoint}
          onClose={close}
          onMade={(endpoint) => {
            close()
            setMade(endpoint)
          }}
        />
      )}
      {opened?.what === "delete" && <DeleteEndpoint endpoint={opened.endpoint} onClose={close} />}
      {made && <EndpointSecretModal endpoint={made} onClose={() => setMade(null)} />}
    </ListSection>
  )
}

function EndpointName({ endpoint: { url, events } }: { endpoint: EventEndpoint }) {
  const words = events.length === eventTypes.length ? "All events" : events.join(", ")
  return (
    <span className="block min-w-0">
      <b className="font-[600] break-all">{url}</b>
      <span className="block text-xs break-words text-ink-3">{words}</span>
    </span>
  )
}

function EndpointState({ endpoint: { isActive, failingSince, problem } }: { endpoint: EventEndpoint }) {
  const pill = !isActive ? (
    <StatusPill tone={problem === null ? "warn" : "bad"}>Off</StatusPill>
  ) : failingSince === null ? (
    <StatusPill tone="good">On</StatusPill>
  ) : (
    <StatusPill tone="bad">Failing</StatusPill>
  )
  return (
    <span className="block md:py-2">
      {pill}
      {problem !== null && <span className="mt-1 block text-xs break-words text-ink-2">{problem}</span>}
      {isActive && failingSince !== null && (
        <span className="block text-xs text-ink-3">since {formatWhen(failingSince)}</span>
      )}
    </span>
  )
}

type EndpointModalProps = { endpoint: EventEndpoint; onClose: () => void }

function RotateModal({
  endpoint,
  onClose,
  onMade,
}: EndpointModalProps & { onMade: (endpoint: NewEventEndpoint) => void }) {
  const rotate = useMutation({ mutationFn: () => rotateSecret(endpoint._id), onSuccess: onMade })
  return (
    <ConfirmModal
      onClose={onClose}
      title="Make a new secret?"
      description="For 24 hours the old one signs as well, so that your program has time to change."
      verb="Make secret"
      isWorking={rotate.isPending}
      onConfirm={() => rotate.mutate()}
    />
  )
}

function DeleteEndpoint({ endpoint, onClose }: EndpointModalProps) {
  const remove = useMutation({
    mutationFn: () => deleteEndpoint(endpoint._id),
    onSuccess: (message) => {
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <DeleteModal
      onClose={onClose}
      title="Delete this endpoint?"
      description={`${endpoint.url} hears of nothing any more. Its secret and its deliveries are gone.`}
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
