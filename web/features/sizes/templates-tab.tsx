import { useMutation, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatTemplate, formatTypedNumber } from "../../lib/length.ts"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { Length, Unit } from "./measures.tsx"
import { deleteSheetTemplate, sheetTemplatesOptions } from "./size-calls.ts"
import { nestingSwitches, packingNames, templateSwitches } from "./template-words.ts"

export const TemplateModal = lazyRouteComponent(() => import("./template-modal.tsx"), "TemplateModal")

export function TemplatesTab() {
  const list = useQuery(sheetTemplatesOptions())
  const editTemplate = useModalParam("editTemplate")
  const find = (id: string) => list.data?.data.find((template) => template._id === id)
  const edited = find(editTemplate.value)
  const remove = useMutation({
    mutationFn: (id: string) => deleteSheetTemplate(id),
    onSuccess: ({ message, undoId }) => toastDeleted(message, undoId),
  })
  const columns: DataTableColumn<SheetTemplate>[] = [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: (template) => (
        <span className="inline-flex items-center gap-2">
          <b className="font-[600]">{formatTemplate(template)}</b>
          {template.isDefault && <Tag>Default</Tag>}
        </span>
      ),
    },
    { id: "widthIn", header: "Roll width", cell: (template) => <Length inches={template.widthIn} /> },
    {
      id: "maxLengthIn",
      header: "Longest sheet",
      cell: (template) => <Length inches={template.maxLengthIn} />,
    },
    {
      id: "margins",
      header: "Edge / gap",
      cell: (template) => (
        <span className="whitespace-nowrap">
          {formatTypedNumber(template.edgeIn)} / <Length inches={template.gapIn} />
        </span>
      ),
    },
    { id: "dpi", header: "Resolution", cell: (template) => <Unit value={String(template.dpi)} unit="DPI" /> },
    {
      id: "destination",
      header: "Destination",
      cell: ({ destination }) => (
        <span className="block max-w-52 truncate text-ink-2" title={destination?.name}>
          {destination?.name ?? "none"}
        </span>
      ),
    },
    {
      id: "options",
      header: "Options",
      cell: (template) => <span className="text-ink-2">{optionWords(template)}</span>,
    },
    {
      ...actionsColumn,
      cell: (template) => (
        <RowButtons
          name={formatTemplate(template)}
          onEdit={() => editTemplate.open(template._id)}
          onDelete={template.isDefault ? null : () => remove.mutate(template._id)}
        />
      ),
    },
  ]
  return (
    <>
      <DataTable
        label="Sheet templates"
        columns={columns}
        rows={list.data?.data}
        rowId={(template) => template._id}
        isRefreshing={list.isPlaceholderData}
        empty={{
          title: "No sheet templates yet",
          description: "A template sets how wide the film is and how pieces are placed on it.",
        }}
        failure={loadFailure(list)}
      />
      {edited && (
        <Suspense>
          <TemplateModal key={edited._id} template={edited} onClose={editTemplate.close} />
        </Suspense>
      )}
    </>
  )
}

function optionWords(template: SheetTemplate): string {
  const nests = template.nesting === "shapes"
  const wordsOf = (switches: typeof templateSwitches) =>
    switches.filter(({ key }) => template[key]).map(({ word }) => word)
  const words = [...wordsOf(templateSwitches), ...(nests ? ["nests", ...wordsOf(nestingSwitches)] : [])]
  if (template.packing !== "tightest") words.push(packingNames[template.packing].toLowerCase())
  return words.length === 0 ? "none" : words.join(", ")
}
