import { queryOptions } from "@tanstack/react-query"
import { orderImports } from "../../../contract/api/order-import-api.ts"
import type { ImportMapping, ImportReply } from "../../../contract/orders/order-import.ts"
import { api } from "../../lib/api.ts"
import { apiUpload } from "../../lib/api-upload.ts"
import { refresh } from "../../lib/query-client.ts"

/** Loads what the import of a file would do; with a `mapping` of null, by its known header. */
export function importLookOptions(file: File, mapping: ImportMapping | null) {
  return queryOptions({
    queryKey: ["orders", "import", file.name, file.size, file.lastModified, mapping],
    queryFn: async () => (await send(file, mapping, true)).data,
    placeholderData: (previous) => previous,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: true },
  })
}

/** Imports the file's orders; `onProgress` gets the share of its bytes that is sent. */
export async function importOrders(
  file: File,
  mapping: ImportMapping | null,
  onProgress: (share: number) => void,
): Promise<{ data: ImportReply; message: string }> {
  const reply = await send(file, mapping, false, onProgress)
  await refresh("orders", "integrations", "statistics")
  return reply
}

function send(
  file: File,
  mapping: ImportMapping | null,
  isDryRun: boolean,
  onProgress?: (share: number) => void,
) {
  const form = new FormData()
  form.append("file", file)
  if (mapping) form.append("mapping", JSON.stringify(mapping))
  form.append("dryRun", String(isDryRun))
  return apiUpload(orderImports.take, form, { onProgress })
}

/** Removes what an import made; orders in a print stay. */
export async function undoImport(importId: string): Promise<void> {
  await api(orderImports.undo, { params: { id: importId } })
  await refresh("orders", "integrations", "statistics")
}
