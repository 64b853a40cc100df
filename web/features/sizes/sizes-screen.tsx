import { useQuery } from "@tanstack/react-query"
import { Pencil, Plus, Trash2 } from "lucide-react"
import type { SheetTemplate, Size } from "../../../contract/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { DataTable, type DataTableColumn } from "../../components/ui/data-table.tsx"
import { EmptyState } from "../../components/ui/empty-state.tsx"
import { PageHeader } from "../../components/ui/page-header.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { Tabs } from "../../components/ui/tabs.tsx"
import { formatDate, formatInches } from "../../lib/format.ts"
import { useSearchParam, useSetSearchParams } from "../../lib/search-params.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { useTableParams } from "../../lib/use-table-params.ts"
import { allSizesOptions, sheetTemplatesOptions, sizesOptions } from "./size-calls.ts"
import { DeleteSizeModal, SizeModal } from "./size-modals.tsx"
import { DeleteTemplateModal, TemplateModal } from "./template-modals.tsx"

/** The seller's print sizes, and the sheets they are printed on as a second tab. */
export function SizesScreen() {
  const tab = useSearchParam("tab") === "templates" ? "templates" : "sizes"
  const setParams = useSetSearchParams()
  const addSize = useModalParam("addSize")
  const addTemplate = useModalParam("addTemplate")
  return (
    <>
      <PageHeader
        title="Sizes"
        description={
          tab === "sizes"
            ? "Printed widths, in inches, to choose from for each image."
            : "The film that prints are packed on."
        }
        isInline
        actions={
          tab === "sizes" ? (
            <Button variant="primary" icon={<Plus />} onClick={() => addSize.open("true")}>
              Add size
            </Button>
          ) : (
            <Button variant="primary" icon={<Plus />} onClick={() => addTemplate.open("true")}>
              Add template
            </Button>
          )
        }
      />
      <div className="mt-4">
        <Tabs
          label="Sizes and sheet templates"
          value={tab}
          onValueChange={(next) =>
            setParams({
              tab: next === "templates" ? next : null,
              search: null,
              page: null,
              sortBy: null,
              sort: null,
            })
          }
          tabs={[
            { value: "sizes", label: "Sizes", content: <SizesTab /> },
            { value: "templates", label: "Sheet templates", content: <TemplatesTab /> },
          ]}
        />
      </div>
      {addTemplate.isOpen && <TemplateModal template={null} onClose={addTemplate.close} />}
      {addSize.isOpen && <SizeModal size={null} onClose={addSize.close} />}
    </>
  )
}

function SizesTab() {
  const table = useTableParams({ sortBy: "value", sort: "desc" })
  const list = useQuery(sizesOptions(table.query))
  const everySize = useQuery(allSizesOptions())
  const editSize = useModalParam("editSize")
  const deleteSize = useModalParam("deleteSize")
  const find = (id: string) => everySize.data?.data.find((size) => size._id === id)
  const edited = find(editSize.value)
  const deleted = find(deleteSize.value)
  const columns: DataTableColumn<Size>[] = [
    {
      id: "name",
      header: "Name",
      isSortable: true,
      card: "title",
      cell: (size) => <b className="font-[600]">{size.name}</b>,
    },
    { id: "value", header: "Width", isSortable: true, cell: (size) => <Inches value={size.value} /> },
    {
      id: "createdAt",
      header: "Added",
      isSortable: true,
      cell: (size) => <span className="text-ink-2">{formatDate(size.createdAt)}</span>,
    },
    {
      id: "actions",
      header: "Actions",
      hidesHeader: true,
      align: "end",
      card: "actions",
      cell: (size) => (
        <RowButtons
          name={size.name}
          onEdit={() => editSize.open(size._id)}
          onDelete={() => deleteSize.open(size._id)}
        />
      ),
    },
  ]
  return (
    <>
      <SearchInput
        label="Search sizes"
        value={table.query.search}
        onSearch={table.setSearch}
        className="mb-4 w-full md:w-64"
      />
      <DataTable
        label="Sizes"
        columns={columns}
        rows={list.data?.data}
        rowId={(size) => size._id}
        pagination={list.data?.pagination}
        onPage={table.setPage}
        onLimit={table.setLimit}
        sort={table.sort}
        onSort={table.toggleSort}
        isFiltered={table.isSearching}
        isRefreshing={list.isPlaceholderData}
        empty={
          <EmptyState
            title="No sizes yet"
            description="A size is a name and a printed width, such as Adult chest, 10 in."
          />
        }
      />
      {edited && <SizeModal key={edited._id} size={edited} onClose={editSize.close} />}
      {deleted && <DeleteSizeModal size={deleted} onClose={deleteSize.close} />}
    </>
  )
}

function TemplatesTab() {
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
        empty={
          <EmptyState
            title="No sheet templates yet"
            description="A template says how wide the film is and how pieces lie on it."
          />
        }
      />
      {edited && <TemplateModal key={edited._id} template={edited} onClose={editTemplate.close} />}
      {deleted && <DeleteTemplateModal template={deleted} onClose={deleteTemplate.close} />}
    </>
  )
}

type RowButtonsProps = { name: string; onEdit: () => void; onDelete: (() => void) | null }

function RowButtons({ name, onEdit, onDelete }: RowButtonsProps) {
  return (
    <span className="inline-flex gap-1">
      <Button variant="ghost" size="icon-sm" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
        <Pencil />
      </Button>
      {onDelete && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={onDelete}
        >
          <Trash2 />
        </Button>
      )}
    </span>
  )
}

function Inches({ value }: { value: number }) {
  return <Unit value={formatInches(value)} unit="in" />
}

function Unit({ value, unit }: { value: string; unit: string }) {
  return (
    <span className="tabular-nums">
      {value} <span className="text-ink-3">{unit}</span>
    </span>
  )
}

function optionWords(template: SheetTemplate): string {
  const words = [
    template.rotate && "turns",
    template.trim && "trims",
    template.mirror && "mirrors",
    template.labels && "labels",
  ].filter((word) => word !== false)
  return words.length === 0 ? "none" : words.join(", ")
}
