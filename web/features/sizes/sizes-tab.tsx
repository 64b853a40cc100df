import { useMutation, useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { inchesFrom, pageUnit } from "../../../contract/length.ts"
import { type ListQuery, listQuerySchema } from "../../../contract/list.ts"
import { DataTable } from "../../components/ui/data-table.tsx"
import { DeleteModal } from "../../components/ui/modal.tsx"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { TableSearch } from "../../components/ui/search-input.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { formatDate } from "../../lib/format.ts"
import { formatLength, formatSize } from "../../lib/length.ts"
import type { QueryParams } from "../../lib/query-params.ts"
import { toastDeleted } from "../../lib/undo-deletion.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { listTable, tableQuery, useTableParams } from "../../lib/use-table-params.ts"
import { Length } from "./measures.tsx"
import { allSizesOptions, deleteSize, sizesOptions } from "./size-calls.ts"
import { SizeModal } from "./size-modal.tsx"
import { UsualSizes } from "./usual-size-chips.tsx"

/** The table's order if the address names none. */
const inTable = { sortBy: "value" }

/** The width of a size that is named as an example. */
const EXAMPLE_IN = { in: 10, cm: inchesFrom(25, "cm") }

const noSizes: readonly Size[] = []

/** Returns the query of the table at this address. */
export function sizesQuery(params: QueryParams): ListQuery {
  return tableQuery(listQuerySchema, params, inTable)
}

/** Lists the seller's sizes; an empty list shows `addAction`. */
export function SizesTab({ addAction }: { addAction: ReactNode }) {
  const table = useTableParams(listQuerySchema, inTable)
  const list = useQuery(sizesOptions(table.query))
  const everySize = useQuery(allSizesOptions())
  const editSize = useModalParam("editSize")
  const deleteSize = useModalParam("deleteSize")
  const own = everySize.data?.data ?? noSizes
  const find = (id: string) => own.find((size) => size._id === id)
  const edited = find(editSize.value)
  const asked = find(deleteSize.value)
  const columns: DataTableColumn<Size>[] = [
    {
      id: "name",
      header: "Name",
      isSortable: true,
      card: "title",
      cell: (size) => <b className="font-[600]">{size.name}</b>,
    },
    { id: "value", header: "Width", isSortable: true, cell: (size) => <Length inches={size.value} /> },
    {
      id: "createdAt",
      header: "Added",
      isSortable: true,
      cell: (size) => <span className="text-ink-2">{formatDate(size.createdAt)}</span>,
    },
    {
      ...actionsColumn,
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
      <TableSearch label="Search sizes" table={table} className="mb-4" />
      <DataTable
        label="Sizes"
        columns={columns}
        {...listTable(list, table)}
        rowId={(size) => size._id}
        empty={{
          title: "No sizes yet",
          description: `A size is a name and a printed width, such as Adult chest, ${formatLength(EXAMPLE_IN[pageUnit()])}.`,
          action: (
            <div className="flex flex-col items-center gap-5">
              <UsualSizes own={noSizes} className="[&>div]:justify-center" />
              {addAction}
            </div>
          ),
        }}
      />
      {own.length > 0 && <UsualSizes own={own} className="mt-5" />}
      {edited && <SizeModal key={edited._id} size={edited} onClose={editSize.close} />}
      {asked && <DeleteSizeModal size={asked} onClose={deleteSize.close} />}
    </>
  )
}

/** Asks before a size is deleted; the message after it offers to undo it. */
function DeleteSizeModal({ size, onClose }: { size: Size; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => deleteSize(size._id),
    onSuccess: ({ message, undoId }) => {
      onClose()
      toastDeleted(message, undoId)
    },
  })
  return (
    <DeleteModal
      onClose={onClose}
      title={`Delete ${formatSize(size)}?`}
      description="Items of prints that use it will ask for another size."
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
