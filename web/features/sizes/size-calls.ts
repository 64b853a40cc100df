import { queryOptions } from "@tanstack/react-query"
import { z } from "zod"
import { idSchema } from "../../../contract/id.ts"
import { MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import type { ListQuery } from "../../../contract/list.ts"
import {
  type SheetTemplateInput,
  type Size,
  type SizeInput,
  sheetTemplateSchema,
  sizeSchema,
} from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { apiList, apiSend } from "../../lib/api.ts"
import { searchOffset } from "../../lib/local-time.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"

/** One page of the seller's sizes. */
export function sizesOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["sizes", query],
    queryFn: () => apiList("/sizes", sizeSchema, { ...query, ...searchOffset(query.search) }),
    placeholderData: (previous) => previous,
  })
}

/** Every size, widest first, for pickers. */
export function allSizesOptions() {
  return queryOptions({
    queryKey: ["sizes", "all"],
    queryFn: () => apiList("/sizes", sizeSchema, { limit: MAX_PAGE_SIZE, sortBy: "value", sort: "desc" }),
  })
}

/** Every sheet template; a seller has a handful. */
export function sheetTemplatesOptions() {
  return queryOptions({
    queryKey: ["sheet-templates"],
    queryFn: () =>
      apiList("/sheet-templates", sheetTemplateSchema, { limit: MAX_PAGE_SIZE, sortBy: "name", sort: "asc" }),
  })
}

const createdSchema = z.object({ _id: idSchema })

/** Makes a size, or changes the one with this id; answers its id. */
export async function saveSize(id: string | null, input: SizeInput): Promise<string> {
  let savedId = id
  if (savedId === null) savedId = (await apiSend("POST", "/sizes", input, createdSchema))._id
  else await apiSend("PUT", `/sizes/${savedId}`, input)
  await refresh("sizes", "prints")
  return savedId
}

/** The seller's size of this width, made where there is none. */
export async function sizeOfWidth(widthIn: number): Promise<Size> {
  const find = async () =>
    (await queryClient.fetchQuery(allSizesOptions())).data.find((size) => size.value === widthIn)
  const known = await find()
  if (known) return known
  await saveSize(null, { name: "Custom", value: widthIn })
  const made = await find()
  if (!made) throw new Error(texts.errorOccurred)
  return made
}

/** Items that used it show that it is gone. */
export async function deleteSize(id: string): Promise<void> {
  await apiSend("DELETE", `/sizes/${id}`)
  await refresh("sizes", "prints")
}

export async function saveSheetTemplate(id: string | null, input: SheetTemplateInput): Promise<void> {
  if (id === null) await apiSend("POST", "/sheet-templates", input)
  else await apiSend("PUT", `/sheet-templates/${id}`, input)
  await refresh("sheet-templates")
}

export async function deleteSheetTemplate(id: string): Promise<void> {
  await apiSend("DELETE", `/sheet-templates/${id}`)
  await refresh("sheet-templates")
}
