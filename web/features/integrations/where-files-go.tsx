import { useMutation, useQuery } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { Fragment, Suspense, useState } from "react"
import type { DeliveryAddress } from "../../../contract/delivery/delivery.ts"
import { Button } from "../../components/ui/button.tsx"
import { cardClasses } from "../../components/ui/card.tsx"
import { DataTable } from "../../components/ui/data-table.tsx"
import { loadFailure } from "../../components/ui/failure-notice.tsx"
import { DeleteModal } from "../../components/ui/modal.tsx"
import { RowButtons } from "../../components/ui/row-buttons.tsx"
import { Tag } from "../../components/ui/status-pill.tsx"
import { actionsColumn, type DataTableColumn } from "../../components/ui/table-model.ts"
import { classNames } from "../../lib/class-names.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { ConnectionState, TestButton } from "./connection-test.tsx"
import { deleteDeliveryAddress, deliveryAddressesOptions } from "./delivery-calls.ts"
import { kindWords, placeOf } from "./delivery-words.ts"

const AddressModal = lazyRouteComponent(() => import("./address-modal.tsx"), "AddressModal")

/** Lists the addresses that take finished files: print shops, storages, forms. */
export function WhereFilesGo() {
  const list = useQuery(deliveryAddressesOptions())
  const add = useModalParam("addAddress")
  const edit = useModalParam("editAddress")
  const [removed, setRemoved] = useState<DeliveryAddress | null>(null)
  const edited = list.data?.find(({ _id }) => _id === edit.value)
  const columns: DataTableColumn<DeliveryAddress>[] = [
    {
      id: "name",
      header: "Name",
      card: "title",
      cell: (address) => (
        <span className="inline-flex max-w-full flex-wrap items-center gap-2">
          <b className="min-w-0 font-[600] break-words">{address.name}</b>
          {address.isAutomatic && <Tag>Every print</Tag>}
        </span>
      ),
    },
    {
      id: "kind",
      header: "Kind",
      cell: ({ kind }) => <span className="whitespace-nowrap text-ink-2">{kindWords[kind].name}</span>,
    },
    {
      id: "place",
      header: "Address",
      cell: (address) => <Place place={placeOf(address)} />,
    },
    {
      id: "connection",
      header: "Connection",
      cell: (address) => <ConnectionState address={address} />,
    },
    {
      ...actionsColumn,
      cell: (address) => (
        <span className="inline-flex items-center gap-1">
          <TestButton address={address} />
          <RowButtons
            name={address.name}
            onEdit={() => edit.open(address._id)}
            onDelete={() => setRemoved(address)}
          />
        </span>
      ),
    },
  ]
  const addButton = (
    <Button icon={<Plus />} onClick={() => add.open()}>
      Add address
    </Button>
  )
  return (
    <section aria-labelledby="where-files-go" className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="where-files-go" className="text-lg font-[640]">
            Where files go
          </h2>
          <p className="mt-0.5 text-sm text-ink-3">
            Finished sheets are sent to these addresses, with a manifest that names no buyers.
          </p>
        </div>
        {list.data?.length !== 0 && addButton}
      </div>
      {list.data?.length === 0 ? (
        <div className={classNames(cardClasses, "p-5")}>
          <h3 className="font-[600]">No delivery address yet</h3>
          <p className="mt-1 mb-4 max-w-prose text-sm text-ink-2">
            Your print shop's folder, your own storage or an upload form: send files there with a click, or
            automatically once a print is completed.
          </p>
          {addButton}
        </div>
      ) : (
        <DataTable
          label="Delivery addresses"
          columns={columns}
          rows={list.data}
          rowId={({ _id }) => _id}
          failure={loadFailure(list)}
        />
      )}
      <Suspense>
        {add.isOpen && <AddressModal address={null} onClose={add.close} />}
        {edited && <AddressModal key={edited._id} address={edited} onClose={edit.close} />}
      </Suspense>
      {removed && <DeleteAddressModal address={removed} onClose={() => setRemoved(null)} />}
    </section>
  )
}

/** Shows an address that breaks after its slashes. */
function Place({ place }: { place: string }) {
  return (
    <span className="block max-w-60 break-words text-ink-2">
      {place.split("/").map((part, at) => (
        <Fragment key={at}>
          {at > 0 && "/"}
          <wbr />
          {part}
        </Fragment>
      ))}
    </span>
  )
}

function DeleteAddressModal({ address, onClose }: { address: DeliveryAddress; onClose: () => void }) {
  const remove = useMutation({
    mutationFn: () => deleteDeliveryAddress(address._id),
    onSuccess: (reply) => {
      toastSuccess(reply)
      onClose()
    },
  })
  return (
    <DeleteModal
      onClose={onClose}
      title={`Delete ${address.name}?`}
      description="Its password or key is deleted as well, and files still waiting to be sent there are not sent. Files that have arrived stay."
      isWorking={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
