import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Size } from "../../../contract/size.ts"
import { DataTable, type DataTableColumn } from "../../components/ui/data-table.tsx"
import { SearchInput } from "../../components/ui/search-input.tsx"
import { formatDate } from "../../lib/format.ts"
import { listTable } from "../../lib/list-table.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { useTableParams } from "../../lib/use-table-params.ts"
import { Inches, RowButtons } from "./row-parts.tsx"
import { allSizesOptions, sizesOptions } from "./size-calls.ts"
import { DeleteSizeModal, SizeModal } from "./size-modals.tsx"

/** The seller's sizes as a table. `addAction` leads on where there are none. */
export function SizesTab({ addAction }: { addAction: ReactNode }) {
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
        {...listTable(list, table)}
        rowId={(size) => size._id}
        empty={{
          title: "No sizes yet",
          description: "A size is a name and a printed width, such as Adult chest, 10 in.",
          action: addAction,
        }}
      />
      {edited && <SizeModal key={edited._id} size={edited} onClose={editSize.close} />}
      {deleted && <DeleteSizeModal size={deleted} onClose={deleteSize.close} />}
    </>
  )
}
