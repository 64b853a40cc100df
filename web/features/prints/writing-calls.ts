import { queryOptions } from "@tanstack/react-query"
import { printFiles } from "../../../contract/api/print-files-api.ts"
import { api, apiData } from "../../lib/api.ts"
import { refresh } from "../../lib/query-client.ts"

/** Lists the other destinations that a completed print was written for. */
export function writingsOptions(printId: string) {
  return queryOptions({
    queryKey: ["prints", "writings", printId],
    queryFn: () => apiData(printFiles.list, { params: { id: printId } }),
    meta: { silent: true },
  })
}

/** Writes a completed print once more; a repeat adds nothing. Returns the server's message. */
export async function writeFiles(printId: string, destinationId: string): Promise<string> {
  const { message } = await api(printFiles.write, { params: { id: printId }, body: { destinationId } })
  await refresh("prints")
  return message
}
