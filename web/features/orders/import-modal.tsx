import { useMutation, useQuery } from "@tanstack/react-query"
import { FileSpreadsheet } from "lucide-react"
import { useState } from "react"
import { MAX_IMPORT_BYTES } from "../../../contract/limit.ts"
import type { ImportMapping, ImportReply } from "../../../contract/orders/order-import.ts"
import { Button } from "../../components/ui/button.tsx"
import { Dropzone } from "../../components/ui/dropzone.tsx"
import { ConfirmModal, Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Progress } from "../../components/ui/progress.tsx"
import { useFilePicker } from "../../components/ui/use-file-picker.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatBytes, formatCount, plural } from "../../lib/format.ts"
import { toastFailure, toastSuccess, toastUndo } from "../../lib/toast.tsx"
import { importLookOptions, importOrders, undoImport } from "./import-calls.ts"
import { ImportErrors } from "./import-errors.tsx"
import { ImportMappingFields } from "./import-mapping-fields.tsx"
import { ImportPreview } from "./import-preview.tsx"

const orderFile = { accept: ".csv,.tsv,.txt,.xlsx", label: "Order file" }

type ImportModalProps = {
  /** A file that was dropped on the page. */
  file: File | null
  onFile: (file: File) => void
  onClose: () => void
}

/** Imports orders of a file: it shows the content first, then imports all at once. */
export function ImportModal({ file, onFile, onClose }: ImportModalProps) {
  if (file === null) return <ChooseFile onFile={onFile} onClose={onClose} />
  // Another file is another import, with a mapping of its own.
  return (
    <LookAtFile key={`${file.name} ${file.lastModified}`} file={file} onFile={onFile} onClose={onClose} />
  )
}

function ChooseFile({ onFile, onClose }: Omit<ImportModalProps, "file">) {
  return (
    <Modal
      onClose={onClose}
      size="md"
      title="Import orders from a file"
      description="Order files from Amazon, Shopify, eBay, TikTok Shop, WooCommerce and Etsy are recognised. For any other file, you choose its columns once."
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <Dropzone
        idle="Drop a file here, or choose one"
        over="Drop the file here"
        note={`CSV, TSV or XLSX, up to ${formatBytes(MAX_IMPORT_BYTES)}`}
        data-autofocus
        {...orderFile}
        onFiles={([file]) => onFile(file)}
      />
    </Modal>
  )
}

function LookAtFile({ file, onFile, onClose }: ImportModalProps & { file: File }) {
  const [mapping, setMapping] = useState<ImportMapping | null>(null)
  const [share, setShare] = useState(0)
  const look = useQuery(importLookOptions(file, mapping))
  const pick = useFilePicker({ ...orderFile, onFiles: ([chosen]) => onFile(chosen) })
  const reply = look.data
  const send = useMutation({
    mutationFn: () => importOrders(file, reply?.source === null ? reply.mapping : null, setShare),
    meta: { silent: true },
    onSuccess: ({ data, message }) => {
      const { importId } = data
      if (importId === null || data.orders === 0) toastSuccess(message)
      else toastUndo(`${plural(data.orders, "order")} imported`, () => undoImport(importId))
      onClose()
    },
    onError: toastFailure,
  })
  const isStale = look.isFetching
  return (
    <ConfirmModal
      onClose={onClose}
      size="xl"
      title="Import orders from a file"
      verb={verbOf(reply)}
      isDisabled={!reply?.isReadable || isStale || reply.rows === reply.errors.length}
      isWorking={send.isPending}
      isChanged={mapping !== null && !send.isPending}
      onConfirm={() => send.mutate()}
    >
      <div className="flex items-center gap-3">
        <FileSpreadsheet aria-hidden="true" className="size-5 flex-none text-ink-3" />
        <p className="min-w-0 flex-1 text-sm">
          <span className="block truncate font-[550]" title={file.name}>
            {file.name}
          </span>
          <span className="text-ink-3 text-xs">{formatBytes(file.size)}</span>
        </p>
        <Button variant="ghost" size="sm" onClick={pick.open}>
          Choose another
        </Button>
        {pick.input}
      </div>
      <Notice tone="bad" className="mt-4">
        {look.error?.message}
      </Notice>
      <p role="status" className="mt-4 text-base">
        {look.isPending ? "Reading the file…" : reply && !look.error && wordsOf(reply)}
      </p>
      {send.isPending && (
        <Progress
          value={share}
          label={`Import of ${file.name}`}
          tone="busy"
          stage={share < 1 ? "Sending the file" : "Saving the orders"}
          className="mt-2"
        />
      )}
      {reply && !look.error && (
        <div className={classNames("mt-4 grid gap-4 pb-1", isStale && "opacity-60")}>
          {reply.source === null && (
            <ImportMappingFields
              columns={reply.columns}
              samples={reply.samples}
              mapping={reply.mapping}
              onChange={setMapping}
            />
          )}
          {reply.warnings.length > 0 && (
            <Notice tone="warn">
              <ul className="grid gap-1">
                {reply.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Notice>
          )}
          {reply.errors.length > 0 && <ImportErrors fileName={file.name} errors={reply.errors} />}
          {reply.preview.length > 0 && <ImportPreview rows={reply.preview} total={reply.rows} />}
        </div>
      )}
    </ConfirmModal>
  )
}

function verbOf(reply: ImportReply | undefined): string {
  if (!reply?.isReadable) return "Import"
  if (reply.orders > 0) return `Import ${plural(reply.orders, "order")}`
  return "Update orders"
}

function wordsOf({ source, isReadable, rows, orders, duplicates, errors }: ImportReply): string {
  if (!isReadable) return "Choose what each column holds. This is remembered for files with the same header."
  const parts = [`${formatCount(orders)} new ${orders === 1 ? "order" : "orders"} in ${plural(rows, "row")}`]
  if (duplicates > 0) parts.push(`${plural(duplicates, "row")} already here`)
  if (errors.length > 0) parts.push(`${plural(errors.length, "row")} with errors, left out`)
  return `${source === null ? "" : `${source}: `}${parts.join(", ")}.`
}
