import { expect, test } from "vitest"
import { defaultSheetTemplate, type SheetTemplate } from "../../contract/artwork/size.ts"
import { contourProblem, contourSchema } from "../../contract/delivery/contour.ts"
import type { DeliveryAddress } from "../../contract/delivery/delivery.ts"
import {
  builtInDestinations,
  type Destination,
  destinationInputSchema,
  usualDestination,
  usualDestinationIn,
} from "../../contract/delivery/destination.ts"
import { usualCutters, usualPrinters, usualRolls } from "../../contract/delivery/usual-settings.ts"
import { makeId } from "../../contract/id.ts"
import type { LengthUnit } from "../../contract/length.ts"
import {
  isSetUp,
  type PrintShop,
  partWords,
  printShopsOf,
  shopName,
  shopParts,
} from "../../web/features/print-shop/shop.ts"
import { wayOf } from "../../web/features/print-shop/shop-way.ts"
import { testSheetSvg } from "../../web/features/print-shop/test-sheet-svg.ts"
import { sampleFileName } from "../../web/features/sizes/sample-file-name.ts"

const madeAt = "2026-11-01T08:00:00.000Z"
const noPrices = {
  filmPrice: null,
  inkPricePerSquareInch: null,
  powderPricePerSquareInch: null,
  creditPrice: null,
}

function templateOf(change: Partial<SheetTemplate> = {}): SheetTemplate {
  const times = { createdAt: madeAt, updatedAt: madeAt }
  const { useHoles = false, packing = "tightest", ...settings } = defaultSheetTemplate
  const way = { addressId: null, carriesFiles: false }
  const row = { _id: makeId(1), destinationId: null, destination: null, ...way, ...noPrices, ...times }
  return { ...settings, useHoles, packing, ...row, ...change }
}

function addressOf(name: string, createdAt: string): DeliveryAddress {
  const place = { kind: "WebDAV", url: "https://files.kim.example/incoming/", user: "maya" } as const
  const state = { isAutomatic: false, hasSecret: true, lastTest: null }
  return { _id: makeId(2), name, ...place, ...state, createdAt, updatedAt: createdAt }
}

const kim: Destination = {
  ...usualDestination,
  _id: makeId(3),
  name: "Kim's Prints",
  formats: ["pdf", "tiff"],
  maxLengthIn: 80,
  white: { ...usualDestination.white, isOn: true },
  contour: { ...usualDestination.contour, isOn: true },
  profile: null,
  isBuiltIn: false,
  reason: null,
  createdAt: madeAt,
  updatedAt: madeAt,
}

const wordsOf = (shop: PrintShop) => shopParts.map((part) => partWords(shop, part))

test("a new account's print shop is asked for, and each part says itself once it was set", () => {
  const [bare] = printShopsOf([templateOf()], [...builtInDestinations], [])
  if (!bare) throw new Error("there is a default template")
  expect(wordsOf(bare)).toEqual([null, null, null, null])
  expect(isSetUp(bare)).toBe(false)
  expect(shopName(bare)).toBeNull()

  const template = templateOf({
    updatedAt: "2026-11-02T08:00:00.000Z",
    widthIn: 24,
    labels: true,
    destinationId: kim._id,
    filmPrice: { amount: 6.6, per: "foot", currency: "USD" },
  })
  const others = [templateOf({ _id: makeId(9), isDefault: false })]
  const tested = {
    ...addressOf("Kim's folder", madeAt),
    lastTest: { works: true, message: "", tookMs: 812, testedAt: "2025-11-20T06:30:00.000Z" },
  }
  const [shop] = printShopsOf([...others, template], [...builtInDestinations, kim], [tested])
  if (!shop) throw new Error("there is a default template")
  expect(wordsOf(shop)).toEqual([
    "24 in roll, sheets up to 80 in, gap 0.25 in",
    "PDF and TIFF, with white, cut line and labels",
    expect.stringMatching(/^files.kim.example\/incoming: files.kim.example answered .*, in 0.8 s$/),
    "$6.60 a foot: a sheet of 40 in costs $22.00",
  ])
  expect(isSetUp(shop)).toBe(true)
  expect(shopName(shop)).toBe("Kim's folder")
})

test("the address that was added first is the print shop's, whatever the others are called", () => {
  const later = addressOf("A storage of my own", "2026-11-05T08:00:00.000Z")
  const first = addressOf("Kim's Prints", "2026-11-02T08:00:00.000Z")
  const [shop] = printShopsOf([templateOf()], [], [later, first])
  expect(shop?.address).toBe(first)
  expect(shop?.others).toEqual([later])
  expect(partWords(shop as PrintShop, "place")).toBe("files.kim.example/incoming: not tested yet")
})

test("a further print shop is a template with an address of its own; files that are carried are said", () => {
  const first = addressOf("Kim's Prints", madeAt)
  const tape = { ...addressOf("Tape & Film", madeAt), _id: makeId(7) }
  const templates = [
    templateOf(),
    templateOf({ _id: makeId(8), name: "Wide", isDefault: false, addressId: tape._id }),
    templateOf({ _id: makeId(9), name: "By hand", isDefault: false, carriesFiles: true }),
    templateOf({ _id: makeId(10), name: "A roll", isDefault: false }),
  ]
  const shops = printShopsOf(templates, [], [tape, first])
  expect(shops.map(shopName)).toEqual(["Kim's Prints", "Tape & Film", "By hand"])
  expect(shops.map(({ others }) => others.length)).toEqual([0, 0, 0])
  expect(partWords(shops[2], "place")).toMatch(/^You carry them/)
  const way = (id: string | null) => wayOf(id, templates, [tape, first])
  expect(way(templates[1]._id).addresses).toEqual([tape, first])
  expect(way(templates[3]._id)).toEqual(way(null))
  expect(way(null)).toEqual({ addresses: [first, tape], carriesFiles: false })
  expect(way(templates[2]._id).carriesFiles).toBe(true)
})

test("a sample file is named after today's batch, in the account's unit", () => {
  const saturday = Date.parse("2026-11-28T23:30:00Z")
  const named = (unit: LengthUnit, offsetMin: number) =>
    sampleFileName(usualDestinationIn(unit).fileName, saturday, offsetMin)
  expect(named("in", 0)).toBe("2026-11-28-Sat batch, 8 orders-1-34.35in")
  expect(named("cm", 60)).toBe("2026-11-28-Sun batch, 8 orders-1-87.25cm")
})

test("a test sheet is as wide as it says, whatever the roll", () => {
  for (const widthIn of [4, 10]) {
    const svg = testSheetSvg(widthIn)
    expect(svg).toContain(`<rect x="0" y="0" width="${widthIn * 100}" height="1.5"`)
    const rights = [...svg.matchAll(/<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g)]
    const widest = Math.max(...rights.map(([, x, width]) => Number(x) + Number(width)))
    expect(widest, `${widthIn} in`).toBe(widthIn * 100)
  }
})

test("the usual settings of printers and cutters together are settings that the server takes", () => {
  expect(usualRolls.map(({ label }) => label)).toEqual(["22 in", "24 in", "13 in", "30 cm", "60 cm"])
  expect(usualPrinters.length).toBeGreaterThan(4)
  expect(usualCutters.length).toBeGreaterThan(4)
  for (const { name, reason, contour, formats } of usualCutters) {
    expect(reason, name).toMatch(/\.$/)
    const line = contourSchema.parse({ ...usualDestination.contour, ...contour, isOn: true })
    if (formats) expect(contourProblem(line, formats), name).toBeNull()
    const written = { ...usualDestination, name, formats: formats ?? ["pdf"], contour: line }
    expect(destinationInputSchema.safeParse(written).error, name).toBeUndefined()
  }
})
