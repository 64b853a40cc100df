import { z } from "zod"
import { MAX_PRINT_COPIES, MAX_PRINT_ITEMS, MAX_PRINT_SHEETS } from "../../../contract/limit.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import { turnOf } from "../../../sheet/layout/laid-copies.ts"
import { placeTemplateOf } from "../../../sheet/preflight/print-layout.ts"
import type { HandWish, Pin } from "./pin.ts"
import { type PreviewItem, type PreviewTemplate, placedItems } from "./preview-item.ts"
import type { PackedSheets } from "./use-sheet-layout.ts"

const px = z.number().int().min(0)

const keptLayoutSchema = z.object({
  /** The film that the places are on, see `placeTemplateOf`. */
  film: z.string(),
  rows: z.array(z.string()).max(MAX_PRINT_ITEMS),
  /** Row by its index, copy from 0, sheet, x, y, turn, and 1 for a pin. */
  places: z
    .array(
      z.tuple([px, px, px.max(MAX_PRINT_SHEETS), px, px, z.literal([0, 90, 180, 270]), z.literal([0, 1])]),
    )
    .max(MAX_PRINT_COPIES),
})

/** A layout as a browser keeps it beside a draft whose rows have no server ids yet. */
export type KeptLayout = z.infer<typeof keptLayoutSchema>

export function keptLayoutOf({ layout, items, template }: PackedSheets): KeptLayout {
  return {
    film: JSON.stringify(placeTemplateOf(template)),
    rows: items.map(({ id }) => id),
    places: layout.sheets.flatMap(({ placements }, sheet) =>
      placements.map((place): KeptLayout["places"][number] => {
        const { piece, copy, x, y, pinned } = place
        return [piece, copy, sheet, x, y, turnOf(place), pinned ? 1 : 0]
      }),
    ),
  }
}

/** Returns whether a layout has all pins of another one of the same rows and film, each in its place. */
export function keepsKeptPins(before: KeptLayout, after: KeptLayout): boolean {
  if (before.film !== after.film || before.rows.join() !== after.rows.join()) return true
  const there = new Set(pinsOf(after))
  return pinsOf(before).every((pin) => there.has(pin))
}

function pinsOf({ places }: KeptLayout): string[] {
  return places.filter((place) => place.at(-1) === 1).map((place) => place.join())
}

/** Reads the layout in a stored text; null if there is none that can be used. */
export function parseKeptLayout(text: string | null): KeptLayout | null {
  if (text === null) return null
  try {
    const parsed = keptLayoutSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    // Cut off or foreign: treated as none.
    return null
  }
}

/**
 * Returns where the copies lay, for the planner to continue from; null once the rows or the film have
 * changed.
 */
export function handOfKept(
  { film, rows, places }: KeptLayout,
  items: readonly PreviewItem[],
  template: PreviewTemplate,
): HandWish | null {
  const placed = placedItems(items)
  const isSame = rows.length === placed.length && rows.every((id, row) => id === placed[row].id)
  if (!isSame || film !== JSON.stringify(placeTemplateOf(template))) return null
  const lying = places.flatMap(([row, copy, sheet, x, y, turn, pinned]) =>
    row < rows.length ? [{ itemId: rows[row], copy, sheet, x, y, turn, isPinned: pinned === 1 }] : [],
  )
  return handOf(lying)
}

/** Returns the same of a document that the server kept: its items are the rows. */
export function handOfDocument({ sheets }: LayoutDocument): HandWish {
  return handOf(
    sheets.flatMap(({ placements }, sheet) =>
      placements.map(({ copy, pinned, ...place }) => ({
        ...place,
        copy: copy - 1,
        sheet,
        isPinned: pinned,
      })),
    ),
  )
}

function handOf(lying: readonly (Pin & { isPinned: boolean })[]): HandWish {
  const pin = ({ isPinned: _, ...place }: Pin & { isPinned: boolean }): Pin => place
  return { pins: lying.filter(({ isPinned }) => isPinned).map(pin), start: lying.map(pin) }
}
