import { expect, test } from "vitest"
import type { SkuPairResult, Suggestion } from "../../../contract/artwork/suggestion.ts"
import type { OrderItem } from "../../../contract/orders/order.ts"
import { useApp } from "../../../harness/app.ts"
import { logoSvg } from "../../../harness/logo-svg.ts"
import type { Client } from "../../../local/client.ts"
import { givenShop, ordersOf } from "../orders/order-steps.ts"
import { givenImage, givenSize, printOf } from "./artwork-steps.ts"

const app = useApp()

async function itemsOf(client: Client): Promise<OrderItem[]> {
  return (await ordersOf(client))
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((order) => order.orderItems)
}

async function suggestionsFor(client: Client, orderItems: string[]): Promise<Suggestion[]> {
  const reply = await client.post("/api/orders/suggestions", { orderItems })
  expect(reply.status, reply.message).toBe(200)
  return reply.data as Suggestion[]
}

test("suggestions are accepted together, make their sizes once, and are forgotten again", async () => {
  const { client } = await app.givenUser()
  const art = logoSvg()
  const vibes = await givenImage(client, { name: "good-vibes.svg", bytes: art })
  const wild = await givenImage(client, { name: "wild-and-free.svg", bytes: art })
  await givenShop(client)
  const items = await itemsOf(client)
  const alike = items.filter(({ sku }) => sku === "GOOD-VIBES-3.5IN")
  expect(alike.length).toBeGreaterThan(1)
  expect(alike[0].match).toEqual({ imageId: null, sizeId: null })

  const [suggestion, ...others] = await suggestionsFor(client, [alike[0]._id, alike[0]._id])
  expect(others).toEqual([])
  expect(suggestion.images[0].image).toMatchObject({ _id: vibes._id, name: "good-vibes.svg" })
  expect(suggestion.images[0].certainty).toBeGreaterThan(0.9)
  expect(suggestion.size).toEqual({ kind: "new", size: { name: "3.5 in", value: 3.5 }, certainty: 0.9 })

  // One of them waits in a draft already.
  const made = await client.post("/api/orders/print", { orderItems: [alike[1]._id] })
  const printId = (made.data as { _id: string })._id
  const newSize = { name: "3.5 in", value: 3.5 }
  const choices = alike.slice(0, 2).map(({ _id }) => ({ orderItemId: _id, imageId: vibes._id, newSize }))
  const accepted = await client.post("/api/orders/match", { choices })
  expect(accepted.status, accepted.message).toBe(200)
  const { items: changed, sizes } = accepted.data as {
    items: OrderItem[]
    sizes: { _id: string; name: string; value: number }[]
  }
  expect(sizes).toMatchObject([newSize])
  expect(changed.map(({ match }) => [match.imageId?._id, match.sizeId?._id])).toEqual([
    [vibes._id, sizes[0]._id],
    [vibes._id, sizes[0]._id],
  ])
  expect((await printOf(client, printId)).printItems[0]).toMatchObject({
    imageId: { _id: vibes._id },
    sizeId: { _id: sizes[0]._id },
  })
  expect(((await client.post("/api/orders/match", { choices })).data as { sizes: object[] }).sizes).toEqual(
    [],
  )

  // Undone: choices forgotten, drafts as before; the size is the caller's to delete.
  const undone = await client.post("/api/orders/match", {
    choices: [{ orderItemId: alike[0]._id, imageId: null, sizeId: null }],
  })
  expect(undone.status, undone.message).toBe(200)
  expect((await client.delete(`/api/sizes/${sizes[0]._id}`)).status).toBe(200)
  for (const item of (await itemsOf(client)).filter(({ sku }) => sku === "GOOD-VIBES-3.5IN"))
    expect(item.match).toEqual({ imageId: null, sizeId: null })
  expect((await printOf(client, printId)).printItems[0]).toMatchObject({ imageId: null, sizeId: null })

  // Chosen otherwise once, another size of the SKU follows that.
  const [again] = await suggestionsFor(client, [alike[0]._id])
  expect(again.images[0].image._id).toBe(vibes._id)
  await client.put(`/api/orders/items/${alike[0]._id}/match`, { imageId: wild._id })
  const [after] = await suggestionsFor(client, [alike[1]._id])
  expect(after.images[0]).toMatchObject({ image: { _id: wild._id }, certainty: 0.97 })
  expect(after.size?.kind).toBe("new")

  for (const [body, message] of [
    [{ choices: [] }, "Choose an image or a size"],
    [{ choices: [{ orderItemId: alike[0]._id }] }, "Choose an image or a size"],
    [{ choices: [{ orderItemId: alike[0]._id, sizeId: vibes._id, newSize }] }, "Choose one size"],
  ] as const)
    expect(await client.post("/api/orders/match", body)).toMatchObject({ status: 400, message })
})

test("pairs of SKU and file name are told first, then remembered over what names say", async () => {
  const { client } = await app.givenUser()
  const art = logoSvg()
  const taco = await givenImage(client, { name: "Taco Night.svg", bytes: art })
  const cat = await givenImage(client, { name: "cosmic-cat.svg", bytes: art })
  await givenSize(client, "Adult chest", 10)
  await givenShop(client)
  const tacos = (await itemsOf(client)).filter(({ sku }) => sku === "SHRED-IT-TACO")
  const pairs = [
    { sku: "shred it taco", fileName: "taco-night.png" },
    { sku: "WF-2026", fileName: "nowhere.png" },
    { sku: "", fileName: "taco-night.png" },
    { sku: "SHRED-IT-TACO", fileName: "cosmic-cat" },
    { sku: "NOT-SOLD-YET", fileName: "Cosmic Cat.SVG" },
    { sku: "COSMIC-CAT", fileName: "taco night" },
  ]
  const waiting = tacos.length
  const expected = [
    { image: { _id: taco._id }, waiting, problem: null },
    { image: null, problem: 'No image is named "nowhere.png"' },
    { waiting: 0, problem: "The SKU is missing" },
    { image: { _id: cat._id }, waiting, problem: "A line above already gives SHRED-IT-TACO another image" },
    { image: { _id: cat._id }, waiting: 0, problem: null },
    { image: { _id: taco._id }, waiting: 0, problem: null },
  ]
  const messages = await client.post("/api/orders/match-skus", { pairs, dryRun: true })
  expect(messages).toMatchObject({ status: 200, data: expected, message: "3 of 6 lines match" })
  expect((await itemsOf(client)).filter(({ match }) => match.imageId?._id === taco._id)).toEqual([])

  const done = await client.post("/api/orders/match-skus", { pairs })
  expect(done.data as SkuPairResult[]).toMatchObject(expected)
  const after = await itemsOf(client)
  const imagesOf = (wanted: string) =>
    new Set(after.filter(({ sku }) => sku === wanted).map(({ match }) => match.imageId?._id ?? null))
  expect(imagesOf("SHRED-IT-TACO")).toEqual(new Set([taco._id]))
  expect(imagesOf("COSMIC-CAT")).toEqual(new Set([taco._id]))
  expect(imagesOf("WF-2026")).toEqual(new Set([null]))
})
