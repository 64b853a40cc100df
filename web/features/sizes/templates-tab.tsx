import { useQuery } from "@tanstack/react-query"
import type { SheetTemplate } from "../../../contract/size.ts"
import { DataTable, type DataTableColumn } from "../../components/ui/data-table.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { formatInches } from "../../lib/format.ts"
import { loadFailure } from "../../lib/load-failure.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { Inches, RowButtons, Unit } from "./row-parts.tsx"
import { sheetTemplatesOptions } from "./size-calls.ts"
import { DeleteTemplateModal, TemplateModal } from "./template-modals.tsx"

/** The seller's sheet templates as a table. */
export function TemplatesTab() {
  const list = useQuery(sheetTemplatesOptions())
  const editTemplate = useModalParam("editTemplate")
  const deleteTemplate = useModalParam("deleteTemplate")
  const find = (id: string) => list.data?.data.find((template) => template._id === id)
  const edited = find(editTemplate.value)
  const deleted = find(deleteTemplate.value)
  const columns: DataTableColumn<SheetTemplate>[] = [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: (template) => (
        <span className="inline-flex items-center gap-2">
          <b className="font-[600]">{template.name}</b>
          {template.isDefault && <Tag>Default</Tag>}
        </span>
      ),
    },
    { id: "widthIn", header: "Roll width", cell: (template) => <Inches value={template.widthIn} /> },
    {
      id: "maxLengthIn",
      header: "Longest sheet",
      cell: (template) => <Inches value={template.maxLengthIn} />,
    },
    {
      id: "margins",
      header: "Edge / gap",
      cell: (template) => (
        <span>
          {formatInches(template.edgeIn)} / <Inches value={template.gapIn} />
        </span>
      ),
    },
    { id: "dpi", header: "Resolution", cell: (template) => <Unit value={String(template.dpi)} unit="DPI" /> },
    {
      id: "options",
      header: "Options",
      cell: (template) => <span className="text-ink-2">{optionWords(template)}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      align: "end",
      card: "actions",
      cell: (template) => (
        <RowButtons
          name={template.name}
          onEdit={() => editTemplate.open(template._id)}
          onDelete={template.isDefault ? null : () => deleteTemplate.open(template._id)}
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
          description: "A template says how wide the film is and how pieces lie on it.",
        }}
        failure={loadFailure(list)}
      />
      {edited && <TemplateModal key={edited._id} template={edited} onClose={editTemplate.close} />}
      {deleted && <DeleteTemplateModal template={deleted} onClose={deleteTemplate.close} />}
    </>
  )
}

function optionWords(template: SheetTemplate): string {
  const words = [
    template.rotate && "turns",
    template.trim && "trims",
    template.mirror && "mirrors",
    template.labels && "labels",
    template.nesting === "shapes" && "nests",
  ].filter((word) => word !== false)
  return words.length === 0 ? "none" : words.join(", ")
}
