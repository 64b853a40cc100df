import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import { MAX_PRINT_ITEMS } from "../../../contract/limit.ts"
import { type InkItem, inkOfManyOptions } from "../images/ink-calls.ts"
import { openMarks } from "../images/ink-names.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import type { InkRows } from "./ink-rows.ts"

/** The findings about each item's ink, by the item's id, as far as they are known. */
export type PrintInkById = ReadonlyMap<string, ImageInk>

/** Returns what is known of the ink of rows under a template. Rows that lack something are left out. */
export function usePrintInk({ items, template }: InkRows): PrintInkById {
  const wanted = useMemo(() => distinct(items), [items])
  const { data } = useQuery({
    ...inkOfManyOptions(wanted, template?._id ?? null),
    enabled: wanted.length > 0 && template !== null,
  })
  return useMemo(() => {
    const inks = new Map(wanted.map((item, i) => [nameOf(item), data?.[i] ?? null]))
    return new Map(
      items.flatMap((item) => {
        const [asked] = askedOf(item)
        const ink = asked && inks.get(nameOf(asked))
        return ink ? [[item.id, ink] as const] : []
      }),
    )
  }, [wanted, items, data])
}

/** An item with findings that are still to be looked at, the worst first. */
export type InkedItem = { item: PreviewItem; ink: ImageInk; open: ImageInk["findings"] }

/**
 * Returns the items to look at: those first that will show. Low resolution is left out: a warning beside them says it and
 * mends it, and it never holds up a print.
 */
export function itemsToLookAt(items: readonly PreviewItem[], inks: PrintInkById): InkedItem[] {
  const inked = items.flatMap((item) => {
    const ink = inks.get(item.id)
    const open = ink ? openMarks(ink.findings).filter(({ code }) => code !== "low-dpi") : []
    return ink && open.length > 0 ? [{ item, ink, open }] : []
  })
  const willShow = ({ open }: InkedItem) => open[0].severity === "bad"
  return [...inked.filter(willShow), ...inked.filter((one) => !willShow(one))]
}

function distinct(items: readonly PreviewItem[]): InkItem[] {
  const all = items.flatMap(askedOf)
  return [...new Map(all.map((item) => [nameOf(item), item])).values()].slice(0, MAX_PRINT_ITEMS)
}

/** Returns what to ask for an item; nothing if it lacks something. */
function askedOf({ image, widthIn, shopMends }: PreviewItem): InkItem[] {
  return image && widthIn ? [{ imageId: image._id, widthIn, shopMends }] : []
}

function nameOf(item: InkItem): string {
  return JSON.stringify(item)
}
