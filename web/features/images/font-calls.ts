import { queryOptions } from "@tanstack/react-query"
import { fonts } from "../../../contract/api/font-api.ts"
import { MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import type { Answer } from "../../../contract/route.ts"
import { api } from "../../lib/api.ts"
import { apiUpload } from "../../lib/api-upload.ts"
import { refresh } from "../../lib/query-client.ts"

/** The endings and the name for the dialog for font files. */
export const fontFiles = { accept: ".ttf,.otf,.woff,.woff2", label: "Font files", isMultiple: true }

/** Lists all fonts: own ones first, then the library's. */
export function fontsOptions() {
  return queryOptions({
    queryKey: ["fonts"],
    queryFn: () => api(fonts.list, { query: { limit: MAX_PAGE_SIZE } }),
  })
}

/** Uploads fonts; artwork that waited for them is read again. `onProgress` gets the share that is sent. */
export async function uploadFonts(
  files: readonly File[],
  onProgress?: (share: number) => void,
): Promise<Answer<typeof fonts.upload>> {
  const form = new FormData()
  for (const file of files) form.append("files", file)
  const reply = await apiUpload(fonts.upload, form, onProgress && { onProgress })
  await refresh("fonts", "images")
  return reply
}

/** Deletes an own font; returns the id of its undo. */
export async function deleteFont(id: string): Promise<string | null> {
  const { data } = await api(fonts.remove, { params: { id } })
  await refresh("fonts")
  return data.undoId
}
