import { expect, onTestFinished, test, vi } from "vitest"
import { makeId } from "../../../contract/id.ts"
import { NO_PLACE_SENTENCE } from "../../../contract/orders/item-reading.ts"
import { shownAnswersOf, shownQuestion, wordingOf } from "../../../contract/orders/personalisation.ts"
import type { Settings } from "../../../worker/env.ts"
import { manifestCsv } from "../../../worker/files/manifest-csv.ts"
import { manifestPage } from "../../../worker/files/manifest-page.ts"
import { makeConnectState, readConnectState, verifierOf } from "../../../worker/secrets/connect-state.ts"
import { openSecret, sealSecret } from "../../../worker/secrets/token-vault.ts"
import { readAnswers } from "../../../worker/services/etsy/etsy-answers.ts"
import { etsyOrders } from "../../../worker/services/etsy/etsy-orders.ts"
import { readReceipt } from "../../../worker/services/etsy/etsy-receipt.ts"
import { readJson } from "../../../worker/services/marketplaces/market-call.ts"

const key = (id: string, fill: number) => `${id}:${Buffer.alloc(32, fill).toString("base64")}`

test("a sealed secret opens under its key and for its owner alone, also when keys are changed", async () => {
  const sealed = await sealSecret(key("a", 1), "shop", "secret")
  expect(sealed).toMatch(/^a\.[\w-]{16}\.[\w-]+$/)
  expect(sealed).not.toBe(await sealSecret(key("a", 1), "shop", "secret"))
  expect(await openSecret(key("a", 1), "shop", sealed)).toBe("secret")
  expect(await openSecret(`${key("b", 2)},${key("a", 1)}`, "shop", sealed)).toBe("secret")
  expect(await sealSecret(`${key("b", 2)},${key("a", 1)}`, "shop", "secret")).toMatch(/^b\./)
  expect(await openSecret(key("a", 1), "another shop", sealed)).toBeNull()
  expect(await openSecret(key("a", 3), "shop", sealed)).toBeNull()
  expect(await openSecret(key("b", 1), "shop", sealed)).toBeNull()
  // Some bits of the last letter count for nothing.
  const flipped = sealed.replace(/.(?=.{5}$)/, (letter) => (letter === "A" ? "B" : "A"))
  expect(await openSecret(key("a", 1), "shop", flipped)).toBeNull()
  for (const text of ["", "a", "a.b", "a..", "..", "a.AAAA.AAAA"])
    expect(await openSecret(key("a", 1), "shop", text), text).toBeNull()
})

test("a state names who asked, until it is over; its verifier can be derived by us alone", async () => {
  const secret = "s".repeat(32)
  const state = { id: makeId(1), sessionId: makeId(3), integrationId: makeId(2), mayShip: true }
  const token = await makeConnectState(secret, state, 1_000_000)
  expect(await readConnectState(secret, token, 1_000_000)).toMatchObject(state)
  expect(await readConnectState(secret, token, 1_000_000 + 16 * 60_000)).toBeNull()
  expect(await readConnectState("t".repeat(32), token, 1_000_000)).toBeNull()
  expect(await readConnectState(secret, `${token}x`, 1_000_000)).toBeNull()
  expect(await readConnectState(secret, undefined, 1_000_000)).toBeNull()
  const verifier = await verifierOf(secret, state.id)
  expect(verifier).toMatch(/^[\w-]{43}$/)
  expect(await verifierOf(secret, state.id)).toBe(verifier)
  expect(await verifierOf("t".repeat(32), state.id)).not.toBe(verifier)
})

test("an answer that begins and does not end in time is silence, one that is cut off is none", async () => {
  const answer = (error: Error) => new Response(new ReadableStream({ pull: (body) => body.error(error) }))
  const late = readJson("Etsy", answer(new DOMException("timed out", "TimeoutError")))
  await expect(late).rejects.toMatchObject({ kind: "unavailable", isSilent: true })
  const cut = readJson("Etsy", answer(new Error("cut off")))
  await expect(cut).rejects.toMatchObject({ kind: "unavailable", isSilent: false })
})

test("photos are waited for no longer than their sync can", async () => {
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal("fetch", (_url: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))
  })
  const access = { accessToken: "token", shopId: "1", patienceMs: 1 }
  await expect(etsyOrders.findPhotos?.({} as Settings, access, ["1"])).rejects.toMatchObject({
    isSilent: true,
  })
})

test("a receipt becomes an order: variations, personalisation, money, states", () => {
  const money = { amount: 1299, divisor: 100, currency_code: "USD" }
  const transaction = {
    transaction_id: 11,
    listing_id: 5,
    listing_image_id: 6,
    title: "Moth &amp; Moon",
    sku: null,
    quantity: 2,
    is_digital: false,
    price: money,
    variations: [
      { property_id: 200, formatted_name: "Primary colour", formatted_value: "Black" },
      { property_id: 513, formatted_name: "Transfer size", formatted_value: "10&quot;" },
      { property_id: 54, formatted_name: "Personalization", formatted_value: "Zo&euml;\u0007" },
    ],
  }
  const receipt = {
    receipt_id: 9,
    status: "Paid",
    is_paid: true,
    is_shipped: false,
    name: "Jos&eacute;",
    buyer_email: null,
    formatted_address: "José\n1 Road\n  Town",
    country_iso: "CA",
    created_timestamp: 100,
    updated_timestamp: 200,
    grandtotal: { amount: 3000, divisor: 1000, currency_code: "CAD" },
    transactions: [transaction, { ...transaction, transaction_id: 12, is_digital: true }],
  }
  expect(readReceipt(receipt)).toMatchObject({
    vendorOrderId: "9",
    buyerName: "José",
    buyerEmail: "",
    buyerAddress: "José, 1 Road, Town",
    totalCents: 300,
    currency: "CAD",
    isCancelled: false,
    isOpen: true,
    orderedAtMs: 100_000,
    updatedAtS: 200,
    items: [
      {
        vendorItemId: "11",
        listingId: "5",
        photoId: "6",
        title: "Moth & Moon",
        sku: "",
        size: '10"',
        variation: "Primary colour: Black",
        personalisation: "Zoë",
        answers: [{ question: "Personalization", answer: "Zoë", isFile: false }],
        quantity: 2,
        priceCents: 1299,
      },
    ],
  })
  const changed = (change: object) => readReceipt({ ...receipt, ...change })
  expect(changed({ status: "Canceled" })).toMatchObject({ isCancelled: true, isOpen: false })
  expect(changed({ status: "Fully Refunded" })).toMatchObject({ isCancelled: true })
  expect(changed({ is_paid: false })).toMatchObject({ isCancelled: false, isOpen: false })
  expect(changed({ is_shipped: true })).toMatchObject({ isOpen: false })
  const due = (...items: object[]) =>
    changed({ transactions: items.map((item) => ({ ...transaction, ...item })) }).shipByMs
  expect(due({})).toBe(null)
  expect(due({ expected_ship_date: 900 }, { expected_ship_date: 700 }, {})).toBe(700_000)
  const shipped = { expected_ship_date: 500, shipped_timestamp: 450 }
  expect(due({ expected_ship_date: 900 }, shipped)).toBe(900_000)
  expect(due({ expected_ship_date: 900 }, { expected_ship_date: 600, is_digital: true })).toBe(900_000)
  expect(() => changed({ grandtotal: null })).toThrow("grandtotal")
  const hidden = changed({
    name: "Ada\u200F \u200BL\u2028ove&#8238;lace\u00AD",
    formatted_address: "1\tRoad\n\u061CTown",
  })
  expect(hidden).toMatchObject({ buyerName: "Ada Lovelace", buyerAddress: "1 Road, Town" })
  const [colourOnly] = changed({
    transactions: [{ ...transaction, variations: transaction.variations.slice(0, 1) }],
  }).items
  expect(colourOnly).toMatchObject({ size: "", variation: "Primary colour: Black" })
})

test("answers keep their questions; only an address of Etsy's is a file", () => {
  const asked = (formatted_name: string, formatted_value: string) => ({
    property_id: 54,
    formatted_name,
    formatted_value,
  })
  const file = "https://i.etsystatic.com/u/photo.jpg?a=1&b=2"
  expect(
    readAnswers([
      { property_id: 513, formatted_name: "Size", formatted_value: "Adult" },
      asked("Name", "Mia\nLou"),
      asked("Size of the name", "Large"),
      asked("Gift", "Not requested on this item."),
      asked("Note", ""),
      asked("Photos", `${file}\nhttps://www.etsy.com/files/2`),
      // Before 2026, and in other shapes than documented.
      { formatted_name: "Personalisation", formatted_value: "Old" },
    ]),
  ).toEqual([
    { question: "Name", answer: "Mia\nLou", isFile: false },
    { question: "Size of the name", answer: "Large", isFile: false },
    { question: "Photos", answer: file, isFile: true },
    { question: "Photos", answer: "https://www.etsy.com/files/2", isFile: true },
    { question: "Personalisation", answer: "Old", isFile: false },
  ])
  for (const text of [
    "http://i.etsystatic.com/photo.jpg",
    "https://i.etsystatic.com.evil.example/photo.jpg",
    "https://evil-etsy.com/photo.jpg",
    "https://etsy.com@evil.example/photo.jpg",
    "https://user:word@etsy.com/photo.jpg",
    "https://etsy.com:8443/photo.jpg",
    "javascript:alert(1)//etsy.com",
    `${file} and a word`,
  ])
    expect(readAnswers([asked("Photo", text)]), text).toEqual([
      { question: "Photo", answer: text, isFile: false },
    ])
  expect(readAnswers(Array.from({ length: 30 }, () => asked("Name", "Mia")))).toHaveLength(20)
})

test("what is shown is the answers, or the seller's wording with the buyer's files", () => {
  const name = { question: "Name", answer: "Mia", isFile: false }
  const font = { question: "Font", answer: "Script", isFile: false }
  const photo = { question: "Photo", answer: "https://www.etsy.com/files/1", isFile: true }
  const personalisation = [name, photo, font]
  expect(wordingOf(personalisation)).toBe("Mia\nScript")
  expect(shownAnswersOf({ personalisation, wording: "Mia\nScript" })).toEqual(personalisation)
  expect(shownAnswersOf({ personalisation, wording: "MIA" })).toEqual([
    { question: "", answer: "MIA", isFile: false },
    photo,
  ])
  expect(shownAnswersOf({ personalisation, wording: "" })).toEqual([photo])
  expect(
    ["Name", "Personalization", "personalisation"].map((question) => shownQuestion({ ...name, question })),
  ).toEqual(["Name", "", ""])
})

test("a manifest has each answer with its question, and a buyer's words stay text in it", async () => {
  const row = {
    ...{ itemId: makeId(1), copy: 1, code: "1-1", sheet: null, position: null, xIn: null, yIn: null },
    ...{
      widthIn: null,
      heightIn: null,
      hasNoPlace: false,
      approvedAt: null,
      isCancelled: true,
      changes: ["Quantity 3 instead of 2"],
    },
    ...{
      orderId: null,
      isPressed: false,
      isShipped: false,
      orderNumber: "9",
      buyer: "Ana",
      shipBy: "2026-11-24T04:59:59.000Z",
      item: "Name",
      sku: "",
      size: "",
      image: "",
    },
    texts: [{ label: "Name", text: "<b>Mia" }],
    ...{ preview: null, cost: null, isDone: false, doneBy: null, wording: "<b>Mia</b>" },
    personalisation: [
      { question: "=1+1", answer: "<b>Mia</b>", isFile: false },
      { question: "Photo", answer: "https://www.etsy.com/f?a=1&b=%22", isFile: true },
    ],
  }
  const [, line] = manifestCsv({
    rows: [row],
    timeZone: "America/New_York",
    lengthUnit: "in",
    currency: null,
    findings: [],
  }).split("\r\n")
  expect(line).toContain(`,"2026-11-23",`)
  expect(line.endsWith(`,"no","Cancelled: leave it out. Quantity 3 instead of 2","",""`)).toBe(true)
  const unplaced = { ...row, hasNoPlace: true, texts: [] }
  const told = manifestCsv({
    rows: [unplaced],
    timeZone: "America/New_York",
    lengthUnit: "in",
    currency: null,
    findings: [],
  })
  expect(told).toContain(`,"${NO_PLACE_SENTENCE}",`)
  const about = {
    printId: makeId(2),
    name: "Day",
    createdAt: "2026-11-23",
    printedAt: null,
    currency: null,
    sheets: 0,
    lengthUnit: "in" as const,
    cutLengthsIn: [],
    timeZone: "America/New_York",
    inkTick: null,
    findings: [],
    notChecked: [],
  }
  const html = String(await manifestPage({ ...about, rows: [row] }, "https://print.example"))
  expect(html).toContain('<span class="asked">=1+1</span> &lt;b&gt;Mia&lt;/b&gt;')
  expect(html).toContain(
    'href="https://www.etsy.com/f?a=1&amp;b=%22" target="_blank" rel="noopener noreferrer">Photo: file</a>',
  )
  expect(html).toContain("Cancelled: leave it out. Quantity 3 instead of 2</b>")
  expect(html).not.toContain("<b>Mia")
  expect(html).toContain("Ana, ship by Mon, 23 Nov 2026")
})
