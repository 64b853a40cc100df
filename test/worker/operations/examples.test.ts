import { expect, test } from "vitest"
import type { Print } from "../../../contract/prints/print.ts"
import { useApp } from "../../../harness/app.ts"
import { softArtPng } from "../../../harness/artwork.ts"
import { standInAddresses } from "../../../harness/delivery-address.ts"
import { exampleBodies, exampleIds } from "../../../local/openapi-examples.ts"
import { givenImage, givenPrint, givenSize, processed } from "../artwork/artwork-steps.ts"

const app = useApp()

type Operation = {
  operationId: string
  requestBody?: { content: Record<string, { example?: object }> }
  responses: Record<string, unknown>
}

test("each example of the description is answered as its call is described", async () => {
  const { client } = await app.givenUser({ name: "Literal", credits: 100 })
  const description = (await (await client.fetch("GET", "/api/openapi.json")).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const operations = new Map(
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        operation.operationId,
        { method: method.toUpperCase(), path, operation },
      ]),
    ),
  )
  const image = await givenImage(client, { name: "moth.png", bytes: await softArtPng(300, 360) })
  const size = await givenSize(client, "Pocket", 1)
  const { _id: category } = await client.expect<{ _id: string }>("POST", "/api/image-categories", {
    name: "Animals",
  })
  const { _id: address } = await client.expect<{ _id: string }>(
    "POST",
    "/api/delivery-addresses",
    standInAddresses(app.standIns.origin).WebDAV,
  )
  const print = await givenPrint(client, [{ imageId: image._id, sizeId: size, quantity: 2 }])
  const own: Record<keyof typeof exampleIds, string> = {
    ...{ image: image._id, size, category, address },
    ...{ print: print._id, item: print.printItems[0]._id },
  }
  const withOwn = (text: string) =>
    Object.entries(exampleIds).reduce(
      (known, [name, id]) => known.replaceAll(id, Reflect.get(own, name)),
      text,
    )
  const nouns: Record<string, string> = { sizes: size, imageCategories: category, images: image._id }

  expect(Object.keys(exampleBodies).length).toBeGreaterThan(20)
  for (const name of Object.keys(exampleBodies)) {
    const found = operations.get(name)
    if (!found) throw new Error(`${name} is no call`)
    const { method, path, operation } = found
    const example = operation.requestBody?.content["application/json"].example
    expect(example, name).toEqual(exampleBodies[name])
    const group = name.split(".")[0]
    const target = path.replace("{id}", nouns[group] ?? print._id).replace("{itemId}", own.item)
    const reply = await client.send(method, target, JSON.parse(withOwn(JSON.stringify(example))))
    const isSuccess = reply.status < 300 && String(reply.status) in operation.responses
    expect(isSuccess, `${name}: ${reply.status} ${reply.message} ${JSON.stringify(reply.fields)}`).toBe(true)
    if (name === "prints.process")
      expect(await processed(client, print._id)).toMatchObject({
        status: "Completed",
      } satisfies Partial<Print>)
  }
})
