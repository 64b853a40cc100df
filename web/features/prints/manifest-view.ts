import { z } from "zod"
import { MAX_PAGE_SIZE } from "../../../contract/limit.ts"
import {
  costOfRows,
  groupsOf,
  type Manifest,
  type ManifestRow,
  type ManifestTick,
} from "../../../contract/prints/manifest.ts"
import { formatMoney, plural } from "../../lib/format.ts"
import { shipDay } from "../../lib/ship-day.ts"

/** The rows on one page unless asked for more: a phone draws them in an instant. */
const MANIFEST_PAGE = 100

/** The manifest's view in the address. `copy` is the code of a copy that was searched for. */
export const manifestSearchSchema = z.object({
  show: z.enum(["all", "open", "done"]).catch("all"),
  by: z.enum(["order", "sheet"]).catch("order"),
  page: z.coerce.number().int().min(1).catch(1),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).catch(MANIFEST_PAGE),
  copy: z.string().catch(""),
})
export type ManifestSearch = z.output<typeof manifestSearchSchema>

/** Rows under a heading. `done` and `total` count the whole group, not only the rows shown. */
export type ShownGroup = {
  heading: string
  detail: string
  rows: ManifestRow[]
  all: readonly ManifestRow[]
  done: number
}

export function tickKey({ itemId, copy }: Pick<ManifestTick, "itemId" | "copy">): string {
  return `${itemId} ${copy}`
}

/** Returns the rows with these ticks; rows without one stay the same objects. */
export function withTicks(rows: readonly ManifestRow[], ticks: Iterable<ManifestTick>): ManifestRow[] {
  const isDoneOf = new Map([...ticks].map((tick) => [tickKey(tick), tick.isDone]))
  return rows.map((row) => {
    const isDone = isDoneOf.get(tickKey(row))
    return isDone === undefined || isDone === row.isDone ? row : { ...row, isDone }
  })
}

/** Returns all groups of a manifest, by order or by sheet. */
function allGroups(
  rows: readonly ManifestRow[],
  by: ManifestSearch["by"],
  { timeZone, currency }: Pick<Manifest, "timeZone" | "currency">,
): Omit<ShownGroup, "rows">[] {
  const counted = (heading: string, detail: string, all: readonly ManifestRow[]) => ({
    heading,
    detail,
    all,
    done: all.filter(({ isDone }) => isDone).length,
  })
  const costWords = (own: readonly ManifestRow[]) => {
    const cost = costOfRows(own)
    return cost === null || currency === null ? "" : `cost ${formatMoney(cost, currency)}`
  }
  if (by === "sheet") {
    const sheets = [...Map.groupBy(rows, ({ sheet }) => sheet)]
    return sheets.map(([sheet, own]) =>
      counted(
        sheet === null ? "Not on a sheet yet" : `Sheet ${sheet}`,
        joined(plural(own.length, "copy", "copies"), costWords(own)),
        own,
      ),
    )
  }
  return groupsOf(rows, timeZone).map(({ orderNumber, buyer, shipBy, rows: own }) => {
    const day = shipBy === null ? "" : `ship by ${shipDay(shipBy, timeZone).date}`
    const detail = joined(buyer, day, costWords(own))
    return counted(orderNumber === "" ? "Without an order" : `Order ${orderNumber}`, detail, own)
  })
}

function joined(...parts: string[]): string {
  return parts.filter((part) => part !== "").join(", ")
}

/**
 * Returns one page of the manifest. `touched` rows were ticked here since the filter was picked: they stay,
 * so that nothing moves under a thumb. If no page is asked for, it is the one with `copy`.
 */
export function shownManifest(
  rows: readonly ManifestRow[],
  { show, by, page, limit, copy }: ManifestSearch,
  touched: ReadonlySet<string>,
  manifest: Pick<Manifest, "timeZone" | "currency">,
): { groups: ShownGroup[]; page: number; pages: number; total: number } {
  const isShown = (row: ManifestRow) =>
    show === "all" || row.isDone === (show === "done") || touched.has(tickKey(row)) || row.code === copy
  const groups = allGroups(rows, by, manifest).map((group) => ({ ...group, rows: group.all.filter(isShown) }))
  const listed = groups.flatMap((group) => group.rows)
  const pages = Math.max(1, Math.ceil(listed.length / limit))
  const place = page === 1 ? listed.findIndex(({ code }) => code === copy) : -1
  const shownPage = place < 0 ? Math.min(page, pages) : Math.floor(place / limit) + 1
  const onPage = new Set(listed.slice((shownPage - 1) * limit, shownPage * limit))
  return {
    groups: groups
      .map((group) => ({ ...group, rows: group.rows.filter((row) => onPage.has(row)) }))
      .filter((group) => group.rows.length > 0),
    page: shownPage,
    pages,
    total: listed.length,
  }
}
