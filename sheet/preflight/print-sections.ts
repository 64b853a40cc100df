import type { Layout, SheetLayout } from "../layout/layout.ts"
import type { LaidOutPrint } from "./plan-print.ts"
import { type LayoutItem, type LayoutTemplate, nestsShapes } from "./print-layout.ts"

/**
 * Copies of a print that are laid out by themselves, mostly on one sheet. The layout serves several times, each time for
 * other copies: `copies[time]` has the copies' numbers of an item, counted from 0, as many each time. Plain JSON.
 */
export type PrintSection = { items: { item: number; copies: number[][] }[] }

/** The number of copies below which one search does as well. */
const leastCopies = 150

/** The share of film that a layout saves against boxes, from which its sheets are worth to be searched on as they are. */
const tightShare = 0.14

/** Returns whether a print is searched in sections if it takes several sheets: it has many copies, and ink decides where they lie. */
export function mayHaveSections(
  items: readonly Pick<LayoutItem, "order" | "quantity">[],
  template: Pick<LayoutTemplate, "nesting" | "packing">,
): boolean {
  const copies = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return template.packing === "tightest" && nestsShapes(template) && copies >= leastCopies
}

/** Returns whether a print that is laid out so is searched in sections. */
export function hasSections(
  items: readonly LayoutItem[],
  template: LayoutTemplate,
  { layout }: Pick<LaidOutPrint, "layout">,
): boolean {
  return layout.sheets.length > 1 && mayHaveSections(items, template)
}

/** Returns whether sections are the sheets of a layout as they are: a hand has pinned copies there, or it saves much already. */
export function keepsSheets({ layout, savedShare }: Pick<LaidOutPrint, "layout" | "savedShare">): boolean {
  const hasPins = layout.sheets.some(({ placements }) => placements.some(({ pinned }) => pinned))
  return hasPins || (savedShare ?? 0) >= tightShare
}

/** Returns a section for each sheet of a layout, whose search goes on from how its copies lie there. */
export function sectionsOfSheets({ sheets }: Layout): PrintSection[] {
  return sheets.map(({ placements }) => {
    const pieces = [...new Set(placements.map(({ piece }) => piece))].sort((a, b) => a - b)
    const copiesOf = (item: number) =>
      placements.flatMap(({ piece, copy }) => (piece === item ? [copy] : [])).sort((a, b) => a - b)
    return { items: pieces.map((item) => ({ item, copies: [copiesOf(item)] })) }
  })
}

/** Returns the items of a section, as a print of their own. */
export function sectionItems<Item extends { quantity: number }>(
  items: readonly Item[],
  section: PrintSection,
): Item[] {
  return section.items.map(({ item, copies }) => ({ ...items[item], quantity: copies[0].length }))
}

/** Returns how a section's copies lie on a sheet, as a layout of the print that `sectionItems` makes of it. */
export function sectionLayout(sheet: SheetLayout, section: PrintSection): Layout {
  const own = new Map(
    section.items.flatMap(({ item, copies }, piece) =>
      copies[0].map((copy, number) => [`${item} ${copy}`, { piece, copy: number }] as const),
    ),
  )
  const placements = sheet.placements.flatMap((placement) => {
    const known = own.get(`${placement.piece} ${placement.copy}`)
    return known ? [{ ...placement, ...known }] : []
  })
  return { sheets: [{ ...sheet, placements }] }
}

/** Returns the whole print's layout: that of each section as often as it serves, in the sections' order. */
export function joinSections(sections: readonly PrintSection[], layouts: readonly Layout[]): Layout {
  return {
    sheets: sections.flatMap(({ items }, index) =>
      (items[0]?.copies ?? []).flatMap((_, time) =>
        layouts[index].sheets.map((sheet) => ({
          ...sheet,
          placements: sheet.placements.map((placement) => {
            const { item, copies } = items[placement.piece]
            return { ...placement, piece: item, copy: copies[time][placement.copy] }
          }),
        })),
      ),
    ),
  }
}
