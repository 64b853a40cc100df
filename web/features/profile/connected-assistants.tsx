import { useMutation, useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { ASSISTANT_PATH } from "../../../contract/accounts/assistant-path.ts"
import type { ConnectedAssistant } from "../../../contract/accounts/connected-assistant.ts"
import type { Id } from "../../../contract/id.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useScrollToHash } from "../../lib/use-scroll-to-hash.ts"
import { assistantsOptions, disconnectAssistant } from "./assistant-calls.ts"
import { CopyField } from "./copy-field.tsx"
import { LastUse } from "./last-use.tsx"
import { ListSection } from "./list-section.tsx"
import { scopeSummary } from "./scope-words.ts"

/** Lists the assistants that may act for the account, and ends their access. */
export function ConnectedAssistants({ userId }: { userId: Id }) {
  const address = useRef<HTMLDivElement>(null)
  const list = useQuery(assistantsOptions(userId))
  useScrollToHash(address, list.isFetched)
  const [removed, setRemoved] = useState<ConnectedAssistant | null>(null)
  const columns: DataTableColumn<ConnectedAssistant>[] = [
    { id: "name", header: "Assistant", card: "title", cell: (assistant) => <Name assistant={assistant} /> },
    {
      id: "scopes",
      header: "May",
      cell: ({ scopes }) => <span className="text-ink-2">{scopeSummary(scopes)}</span>,
    },
    { id: "lastUsedAt", header: "Last used", cell: (assistant) => <LastUse of={assistant} /> },
    {
      ...actionsColumn,
      cell: (assistant) => (
        <Button size="sm" onClick={() => setRemoved(assistant)}>
          Disconnect<span className="sr-only"> {assistant.name}</span>
        </Button>
      ),
    },
  ]
  return (
    <ListSection
      titleId="connected-assistants"
      title="Assistants"
      note="Claude, ChatGPT and others do here what you let them. They ask you when they connect."
      button={null}
      list={
        <>
          <div id="assistants" ref={address} className="mb-3 max-w-md scroll-mt-32">
            <CopyField label="Address for assistants" text={window.location.origin + ASSISTANT_PATH} />
          </div>
          <DataTable
            label="Connected assistants"
            columns={columns}
            rows={list.data}
            rowId={({ _id }) => _id}
            failure={loadFailure(list)}
            empty={{
              headingLevel: "h4",
              title: "No assistant yet",
              description:
                "Give your assistant the address above, in its settings for connectors. It then asks you here what it may do.",
            }}
          />
        </>
      }
    >
      {removed && <DisconnectModal assistant={removed} onClose={() => setRemoved(null)} />}
    </ListSection>
  )
}

function Name({ assistant: { name, host } }: { assistant: ConnectedAssistant }) {
  return (
    <span className="block min-w-0">
      <b className="block font-[600] break-words">{name}</b>
      <span className="block text-xs break-words text-ink-3">{host}</span>
    </span>
  )
}

function DisconnectModal({ assistant, onClose }: { assistant: ConnectedAssistant; onClose: () => void }) {
  const disconnect = useMutation({
    mutationFn: () => disconnectAssistant(assistant._id),
    onSuccess: (message) => {
      toastSuccess(message)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      title={`Disconnect ${assistant.name}?`}
      description="It can do nothing here from now on. To let it in again, connect it anew."
      verb="Disconnect"
      isDanger
      isWorking={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
    />
  )
}
