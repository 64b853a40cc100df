import { expect, test } from "vitest"
import { acceptQuantity } from "../../web/components/ui/accept-quantity.ts"
import { pageWindow } from "../../web/components/ui/pagination.tsx"
import { forgetPlaces, loadPage } from "../../web/lib/load-page.ts"
import { nextSort, type TableSort } from "../../web/lib/use-table-params.ts"

test("all pages are shown while there are seven or fewer", () => {
  expect(pageWindow(1, 1)).toEqual([1])
  expect(pageWindow(6, 7)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageWindow(1, 0)).toEqual([])
})

test("the first seven are shown up to page four, then three on either side", () => {
  for (const page of [1, 2, 3, 4]) expect(pageWindow(page, 20)).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(pageWindow(5, 20)).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(pageWindow(12, 20)).toEqual([9, 10, 11, 12, 13, 14, 15])
  expect(pageWindow(18, 20)).toEqual([15, 16, 17, 18, 19, 20])
  expect(pageWindow(20, 20)).toEqual([17, 18, 19, 20])
})

test("one column sorts at a time: ascending, descending, not at all", () => {
  let sort: TableSort = { by: "", direction: "asc" }
  sort = nextSort(sort, "name")
  expect(sort).toEqual({ by: "name", direction: "asc" })
  sort = nextSort(sort, "name")
  expect(sort).toEqual({ by: "name", direction: "desc" })
  expect(nextSort(sort, "status")).toEqual({ by: "status", direction: "asc" })
  expect(nextSort(sort, "name").by).toBe("")
})

test("a typed quantity counts only as a whole number within its bounds", () => {
  expect(acceptQuantity("1", 1, 5000)).toBe(1)
  expect(acceptQuantity(" 42 ", 1, 5000)).toBe(42)
  for (const text of ["", "0", "-3", "1.5", "1e3", "+2", "٣", "abc", "5001", "9999999999"]) {
    expect(acceptQuantity(text, 1, 5000), text).toBeNull()
  }
})

test("a page is read from the end of the one before, if that was loaded, and otherwise by its number", async () => {
  let rows = Array.from({ length: 9 }, (_, at) => at)
  const asked: (string | undefined)[] = []
  const load = async ({ page, after }: { page: number; after?: string | undefined }) => {
    asked.push(after)
    const from = after === undefined ? (page - 1) * 3 : rows.findIndex((row) => row > Number(after))
    const data = from < 0 ? [] : rows.slice(from, from + 3)
    const next = data.length < 3 ? null : String(data[2])
    const totals = { totalDocuments: rows.length, isExact: true, totalPages: Math.ceil(rows.length / 3) }
    return { data, pagination: { ...totals, page, limit: 3, next } }
  }
  const show = async (page: number) => (await loadPage("rows", { page, after: undefined }, load)).data
  expect(await show(2)).toEqual([3, 4, 5])
  // A row that came meanwhile moves nothing onto the next page twice.
  rows = [-1, ...rows]
  expect(await show(3)).toEqual([6, 7, 8])
  rows = rows.slice(0, 5)
  expect(await show(3)).toEqual([])
  expect(await show(2)).toEqual([2, 3])
  expect(asked).toEqual([undefined, "5", "5", undefined, undefined])
  // Another account's rows have other places.
  rows = Array.from({ length: 9 }, (_, at) => at)
  await show(2)
  forgetPlaces()
  await show(3)
  expect(asked.slice(5)).toEqual([undefined, undefined])
})
