import { queryOptions } from "@tanstack/react-query"
import { sheetTemplates, sizes } from "../../../contract/api/size-api.ts"
import type { SheetTemplate, SheetTemplateInput, Size, SizeInput } from "../../../contract/artwork/size.ts"
import { isSameLength } from "../../../contract/length.ts"
import { MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import type { ListQuery } from "../../../contract/list.ts"
import { api, apiData } from "../../lib/api.ts"
import { searchOffset } from "../../lib/local-time.ts"
import { queryClient, refresh } from "../../lib/query-client.ts"
import { noteMadeSize } from "./likely-size.ts"

export function sizesOptions(query: ListQuery) {
  return queryOptions({
    queryKey: ["sizes", query],
    queryFn: () => api(sizes.list, { query: { ...query, ...searchOffset(query.search) } }),
    placeholderData: (previous) => previous,
  })
}

/** Lists every size, widest first, for pickers. */
export function allSizesOptions() {
  return queryOptions({
    queryKey: ["sizes", "all"],
    queryFn: () => api(sizes.list, { query: { limit: MAX_PAGE_SIZE, sortBy: "value", sort: "desc" } }),
  })
}

/** Lists every sheet template; a seller has a handful. */
export function sheetTemplatesOptions() {
  return queryOptions({
    queryKey: ["sheet-templates"],
    queryFn: () => api(sheetTemplates.list, { query: { limit: MAX_PAGE_SIZE, sortBy: "name", sort: "asc" } }),
  })
}

/** Makes a size, or changes the one with this id; returns it and the server's message. */
export async function saveSize(
  id: string | null,
  input: SizeInput,
): Promise<{ message: string; size: Size }> {
  const { message, data: size } =
    id === null
      ? await api(sizes.add, { body: input })
      : await api(sizes.update, { params: { id }, body: input })
  if (id === null) noteMadeSize(size._id)
  await refresh("sizes", "prints")
  return { message, size }
}

/** Returns the seller's size of this width; creates it if missing. */
export async function sizeOfWidth(widthIn: number): Promise<Size> {
  const known = (await queryClient.fetchQuery(allSizesOptions())).data
  return (
    known.find((size) => isSameLength(size.value, widthIn)) ??
    (await saveSize(null, { name: "Custom", value: widthIn })).size
  )
}

type LineSize = { kind: "known" } | { kind: "new"; widthIn: number } | null

/** Makes the sizes that lines lack, and returns them by width. */
export async function madeSizes(lines: readonly { size: LineSize }[]): Promise<ReadonlyMap<number, Size>> {
  const widths = new Set(lines.flatMap(({ size }) => (size?.kind === "new" ? [size.widthIn] : [])))
  const made = new Map<number, Size>()
  for (const widthIn of widths) made.set(widthIn, await sizeOfWidth(widthIn))
  return made
}

/** Makes several sizes, one after the other, and returns them; those made before a refusal stay. */
export async function makeSizes(inputs: readonly SizeInput[]): Promise<Size[]> {
  const made: Size[] = []
  try {
    for (const body of inputs) made.push(await apiData(sizes.add, { body }))
  } finally {
    await refresh("sizes", "prints")
  }
  return made
}

/** The server's message about a deletion, and the id of its undo. */
export type Deletion = { message: string; undoId: string | null }

/** Deletes a size; items that used it show that it is deleted. */
export async function deleteSize(id: string): Promise<Deletion> {
  const { message, data } = await api(sizes.remove, { params: { id } })
  await refresh("sizes", "prints")
  return { message, undoId: data.undoId }
}

/** Makes a sheet template, or changes the one with this id; returns the server's message. */
export async function saveSheetTemplate(id: string | null, input: SheetTemplateInput): Promise<string> {
  if (id === null) return (await addSheetTemplate(input)).message
  const { message } = await api(sheetTemplates.update, { params: { id }, body: input })
  await refresh("sheet-templates")
  return message
}

/** Makes a sheet template; returns it and the server's message. */
export async function addSheetTemplate(
  body: SheetTemplateInput,
): Promise<{ message: string; data: SheetTemplate }> {
  const reply = await api(sheetTemplates.add, { body })
  await refresh("sheet-templates")
  return reply
}

export async function deleteSheetTemplate(id: string): Promise<Deletion> {
  const { message, data } = await api(sheetTemplates.remove, { params: { id } })
  await refresh("sheet-templates")
  return { message, undoId: data.undoId }
}
