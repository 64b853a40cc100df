import { afterEach, expect, test, vi } from "vitest"
import { packages } from "../../../contract/api/payment-api.ts"
import { prints } from "../../../contract/api/print-api.ts"
import type { Payment } from "../../../contract/credits/payment.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import type { Client } from "../../../local/client.ts"
import { api } from "../../../web/lib/api.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"

const app = useApp()

afterEach(() => vi.unstubAllGlobals())

/** Has the page's calls go to the app as this client's, and their answers get lost as often as told; returns the keys they had. */
function asPageOf(client: Client): { keys: (string | null)[]; lose(times: number): void } {
  const fetchOf = globalThis.fetch
  const keys: (string | null)[] = []
  let lost = 0
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    // The client's own calls name the origin.
    if (!path.startsWith("/")) return fetchOf(path, init)
    const { method, body } = init
    const headers = new Headers({
      ...(init.headers as object),
      ...client.headers,
      cookie: client.cookieHeader(),
    })
    keys.push(headers.get("idempotency-key"))
    const response = await fetchOf(app.origin + path, { method, body, headers })
    if (lost-- > 0) throw new TypeError("Failed to fetch")
    return response
  })
  return {
    keys,
    lose(times) {
      lost = times
    },
  }
}

test("the page's second try after a lost answer takes no credits again, nor do two presses at once; the next press is a new call", async () => {
  const { client, hub } = await app.givenUser({ name: "Pressing", credits: 100 })
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(150, 180) })
  const item = { imageId: image._id, sizeId: await givenSize(client, "Pocket", 1), quantity: 3 }
  const [first, second] = [await givenPrint(client, [item]), await givenPrint(client, [item])]
  const page = asPageOf(client)
  const process = (id: string, effort: "quick" | "balanced" = "quick") =>
    api(prints.process, { params: { id }, body: { effort } })

  page.lose(1)
  await expect(process(first._id)).rejects.toMatchObject({ code: "unreachable" })
  expect(await process(first._id)).toMatchObject({ data: { _id: first._id } })
  expect(page.keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(page.keys[1]).toBe(page.keys[0])
  const both = await Promise.allSettled([process(second._id), process(second._id)])
  expect(both.map(({ status }) => status)).toContain("fulfilled")
  expect(page.keys[3]).toBe(page.keys[2])
  expect(new Set(page.keys).size).toBe(2)
  for (const { _id } of [first, second]) expect((await processed(client, _id)).status).toBe("Completed")
  expect(await hub.balance()).toMatchObject({ used: 6, held: 0, available: 94 })
  // An answer ends the call: a refusal as well, and then it is sent as a new one.
  page.keys.splice(0)
  for (let press = 0; press < 2; press++)
    await expect(process(first._id, "balanced")).rejects.toMatchObject({ code: "conflict" })
  expect(new Set(page.keys).size).toBe(2)
})

test("the page's second try to buy goes on with the same payment, and its other calls have no key", async () => {
  const { client } = await app.givenUser({ name: "Buying" })
  const page = asPageOf(client)
  const buy = () => api(packages.buy, { body: { sku: "credits100" } })
  page.lose(2)
  for (let press = 0; press < 2; press++) await expect(buy()).rejects.toMatchObject({ status: 0 })
  const { data } = await buy()
  expect(new Set(page.keys).size).toBe(1)
  expect(await client.expect<Payment[]>("GET", "/api/payments")).toMatchObject([{ _id: data._id }])
  await buy()
  await api(packages.list)
  expect(page.keys.slice(3)).toEqual([expect.not.stringMatching(page.keys[0] ?? ""), null])
})
