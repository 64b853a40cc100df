import { queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import { type ImageInk, ink } from "../../../contract/api/ink-api.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkCode } from "../../../contract/artwork/ink.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { apiData } from "../../lib/api.ts"
import { apiFile } from "../../lib/api-file.ts"
import { refresh } from "../../lib/query-client.ts"
import { widestDrawing } from "./drawing-width.ts"

/** The interval of asking again while the press looks. It tells once it has looked at all that waits. */
const ASK_AGAIN_MS = 3_000

/** Loads what the press will make of an image at a printed width, or its own, under a template, or the default one. */
export function inkOptions(imageId: string, widthIn: number | null, sheetTemplateId: string | null) {
  const query = {
    ...(widthIn === null ? {} : { widthIn }),
    ...(sheetTemplateId === null ? {} : { sheetTemplateId }),
  }
  return queryOptions({
    queryKey: ["images", "ink", imageId, query],
    queryFn: () => apiData(ink.one, { params: { id: imageId }, query }),
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? ASK_AGAIN_MS : false),
    meta: { silent: true },
  })
}

/** Loads the same for the items of a print, in their order, under its template. */
export function inkOfManyOptions(items: readonly InkItem[], sheetTemplateId: string | null) {
  return queryOptions({
    queryKey: ["images", "ink of many", sheetTemplateId, items],
    queryFn: () =>
      apiData(ink.many, {
        body: { items: [...items], ...(sheetTemplateId === null ? {} : { sheetTemplateId }) },
      }),
    enabled: items.length > 0,
    refetchInterval: ({ state }) =>
      state.data?.some((ink) => ink?.state === "waiting") ? ASK_AGAIN_MS : false,
    meta: { silent: true },
  })
}

/** Loads the same for images at their own widths, by their ids; those that are not ready are left out. */
export function ownInkOptions(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["images", "own ink", ids],
    queryFn: async () => {
      const inks = new Map<string, ImageInk>()
      for (let from = 0; from < ids.length; from += MAX_PRINT_ITEMS) {
        const part = ids.slice(from, from + MAX_PRINT_ITEMS)
        const found = await apiData(ink.many, { body: { items: part.map((imageId) => ({ imageId })) } })
        for (const [i, one] of found.entries()) if (one) inks.set(part[i], one)
      }
      return inks
    },
    enabled: ids.length > 0,
    refetchInterval: ({ state }) =>
      [...(state.data?.values() ?? [])].some(({ state }) => state === "waiting") ? ASK_AGAIN_MS : false,
    meta: { silent: true },
  })
}

/** A template with the settings, of its destination too, by which the press lays white and mixes colours. */
export type LayerTemplate = Pick<SheetTemplate, "_id" | "dpi" | "trim"> & {
  destination: Pick<NonNullable<SheetTemplate["destination"]>, "white"> | null
  /** The colour profile of the destination's press; none where it is not known. */
  profile?: Destination["profile"]
}

/**
 * Loads a layer of an image's ink, with its fields' samples, as the press draws it under a template. It is
 * kept for as long as all that decides its pixels stays as it is.
 */
export function layerOptions(
  image: Image,
  layer: "white" | "proof",
  {
    widthIn,
    template,
    marksOutside = false,
  }: { widthIn: number | null; template: LayerTemplate | null; marksOutside?: boolean },
) {
  const { _id: id, updatedAt, fields } = image
  const white = template?.destination?.white
  const profile = layer === "proof" ? template?.profile?.uploadedAt : undefined
  const under = template && [template.dpi, template.trim, white?.isOn ? white.chokePx : 0, profile ?? null]
  const body = {
    layer,
    widthIn: widthIn ?? 0,
    marksOutside,
    widthPx: widestDrawing(image),
    values: Object.fromEntries(fields.map(({ name, sample }) => [name, sample])),
    ...(template && { sheetTemplateId: template._id }),
  }
  return queryOptions({
    queryKey: ["images", "ink layer", id, updatedAt, body, under],
    queryFn: () => apiFile(artwork.preview, { params: { id }, body }),
    enabled: widthIn !== null && template !== null,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { silent: true },
  })
}

/** An image at a printed width, with the mends of its store's rule. */
export type InkItem = { imageId: string; widthIn: number; shopMends?: Mend[] | undefined }

/** Remembers which findings of an image the seller knows. */
export async function acceptInk(imageId: string, codes: readonly InkCode[]): Promise<void> {
  await apiData(ink.accept, { params: { id: imageId }, body: { codes: [...codes] } })
  await refresh("images", "prints")
}
