import { queryOptions } from "@tanstack/react-query"
import { artwork } from "../../../contract/api/artwork-api.ts"
import { ink } from "../../../contract/api/ink-api.ts"
import { MAX_PREVIEW_WIDTH_PX } from "../../../contract/artwork/artwork-field.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkCode } from "../../../contract/artwork/ink.ts"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import type { Destination } from "../../../contract/delivery/destination.ts"
import { DRAWN_MAX_PIXELS } from "../../../sheet/raster/limits.ts"
import { apiData } from "../../lib/api.ts"
import { apiFile } from "../../lib/api-file.ts"
import { refresh } from "../../lib/query-client.ts"

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
  const { _id: id, updatedAt, fields, widthPx, heightPx } = image
  const most = Math.floor(Math.sqrt((DRAWN_MAX_PIXELS * (widthPx ?? 1)) / ((heightPx ?? 1) + 1)))
  const white = template?.destination?.white
  const profile = layer === "proof" ? template?.profile?.uploadedAt : undefined
  const under = template && [template.dpi, template.trim, white?.isOn ? white.chokePx : 0, profile ?? null]
  const body = {
    layer,
    widthIn: widthIn ?? 0,
    marksOutside,
    widthPx: Math.max(16, Math.min(MAX_PREVIEW_WIDTH_PX, most)),
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

export type InkItem = { imageId: string; widthIn: number }

/** Remembers which findings of an image the seller knows. */
export async function acceptInk(imageId: string, codes: readonly InkCode[]): Promise<void> {
  await apiData(ink.accept, { params: { id: imageId }, body: { codes: [...codes] } })
  await refresh("images", "prints")
}
