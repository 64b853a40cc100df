import { expect, test } from "vitest"
import { formatQuery, parseQuery, serverParams } from "../../web/lib/query-params.ts"
import { ownPath } from "../../web/lib/use-search-modal.ts"

const origin = "https://sheetsmith.test"

test("what belongs to the page is not sent to the server", () => {
  const address = {
    page: "2",
    limit: "25",
    search: "cat",
    sortBy: "name",
    imageCategory: "c1",
    status: "In Draft",
    editImage: "1",
    deleteImage: "1",
    addPrint: "true",
    printWarningModal: "12",
    callback: "/sizes",
    PaymentResult: "Completed",
    resultOf: "1",
    buyCredit: "100",
    startDate: "",
    endDate: undefined,
  }
  expect(serverParams(address)).toEqual({
    page: "2",
    limit: "25",
    search: "cat",
    sortBy: "name",
    imageCategory: "c1",
    status: "In Draft",
  })
  expect(serverParams({ ids: [1, 2], page: 1 })).toEqual({ ids: ["1", "2"], page: "1" })
})

test("the query stays text, and what is written is read back the same", () => {
  expect(parseQuery("?search=007&flag=true")).toEqual({ search: "007", flag: "true" })
  const params = { search: "a&b = c", filePath: ["files/a 1.png", "files/b.png"], page: "2" }
  expect(parseQuery(formatQuery(params))).toEqual(params)
  expect(formatQuery({ search: "", page: undefined, limit: null })).toBe("")
})

test("a callback leads to a path of our own", () => {
  expect(ownPath("/prints/manual-create?addPrint=true#top", origin)).toBe(
    "/prints/manual-create?addPrint=true#top",
  )
  expect(ownPath("/", origin)).toBe("/")
  expect(ownPath("/prints/../images", origin)).toBe("/images")
})

test("a callback never leaves the site or reaches the API", () => {
  const refused = [
    "",
    "prints",
    "https://evil.test/",
    "//evil.test/prints",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/\n/evil.test",
    "javascript:alert(1)",
    "/.//evil.test",
    "/api/logout",
    "/api",
    "/prints/../api/logout",
    "/%2e%2e/api/logout",
  ]
  for (const value of refused) expect(ownPath(value, origin), value).toBeNull()
})
