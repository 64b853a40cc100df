import { expect, test } from "vitest"
import { acceptQuantity } from "../../web/components/ui/accept-quantity.ts"
import { pageWindow } from "../../web/components/ui/pagination.tsx"
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
