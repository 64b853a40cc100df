import { useMutation, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Copy } from "lucide-react"
import { Suspense } from "react"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { formatWords } from "../../components/format-words.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { deleteDestination, destinationsOptions } from "./destination-calls.ts"
import { Length, Unit } from "./measures.tsx"

const DestinationModal = lazyRouteComponent(() => import("./destination-modal.tsx"), "DestinationModal")

/**
 * Lists destinations: those that come with the app, to be copied, and the seller's own. The address asks for
 * a new one with `addDestination`, which may name the one that it copies.
 */
export function DestinationsTab() {
  const list = useQuery(destinationsOptions())
  const add = useModalParam("addDestination")
  const edit = useModalParam("editDestination")
  const remove = useMutation({
    mutationFn: (id: string) => deleteDestination(id),
    onSuccess: ({ message, undoId }) => toastDeleted(message, undoId),
  })
  const find = (id: string) => list.data?.data.find(({ _id }) => _id === id)
  const edited = find(edit.value)
  const columns: DataTableColumn<Destination>[] = [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: ({ name, isBuiltIn, reason }) => (
        <span className="block max-w-120 py-2">
          <span className="flex flex-wrap items-center gap-x-2">
            <b className="font-[600] wrap-anywhere">{name}</b>
            {isBuiltIn && <Tag>Built in</Tag>}
          </span>
          {reason !== null && (
            <span className="block text-xs font-[450] text-pretty text-ink-3">{reason}</span>
          )}
        </span>
      ),
    },
    {
      id: "formats",
      header: "Files",
      cell: ({ formats }) => formats.map((format) => formatWords[format].name).join(", "),
    },
    { id: "maxLengthIn", header: "Longest file", cell: (one) => <Length inches={one.maxLengthIn} /> },
    { id: "dpi", header: "Resolution", cell: (one) => <Unit value={String(one.dpi)} unit="DPI" /> },
    {
      id: "options",
      header: "Options",
      cell: (one) => <span className="text-ink-2">{optionWords(one)}</span>,
    },
    {
      ...actionsColumn,
      cell: ({ _id, name, isBuiltIn }) => (
        <span className="inline-flex gap-1">
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Duplicate ${name}`}
            title="Duplicate"
            onClick={() => add.open(_id)}
          >
            <Copy />
          </Button>
          {!isBuiltIn && (
            <RowButtons name={name} onEdit={() => edit.open(_id)} onDelete={() => remove.mutate(_id)} />
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="Destinations"
        columns={columns}
        rows={list.data?.data}
        rowId={({ _id }) => _id}
        isRefreshing={list.isPlaceholderData}
        empty={{
          title: "No destinations",
          description: "A destination describes what a print shop’s machine accepts.",
        }}
        failure={loadFailure(list)}
      />
      <Suspense>
        {add.isOpen && list.data && (
          <DestinationModal key={add.value} destination={null} like={find(add.value)} onClose={add.close} />
        )}
        {edited && !edited.isBuiltIn && (
          <DestinationModal key={edited._id} destination={edited} onClose={edit.close} />
        )}
      </Suspense>
    </>
  )
}

function optionWords({ mirror, white, contour }: Destination): string {
  const words = [
    ...(mirror ? ["mirrors"] : []),
    ...(white.isOn ? ["white"] : []),
    ...(contour.isOn
      ? [
          "cut line",
          ...(contour.islands ? ["loose parts apart"] : []),
          ...(contour.holes ? ["holes"] : []),
          ...contour.beside.map((kind) => `separate ${formatWords[kind].name}`),
        ]
      : []),
  ]
  return words.length === 0 ? "none" : words.join(", ")
}
