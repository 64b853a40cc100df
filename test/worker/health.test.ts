import { expect, test } from "vitest"
import { logoSvg } from "../artwork.ts"
import { givenImage } from "./artwork-steps.ts"
import { useApp } from "./harness.ts"

const app = useApp()
const HOUR_MS = 3_600_000

test("health tells an operator what stands still, and only that", async () => {
  const nothing = { images: 0, prints: 0, payments: 0, objects: 0 }
  expect((await app.visitor().get("/api/health")).data).toEqual({ status: "ok", stalled: nothing })

  const { client } = await app.givenUser({ name: "Maya" })
  const image = await givenImage(client, { name: "logo.svg", bytes: logoSvg() })
  const age = (createdAt: number) =>
    app.db
      .prepare("UPDATE image SET status = 'Ingesting', created_at = ? WHERE id = ?")
      .bind(createdAt, image._id)
      .run()
  await age(Date.now())
  expect((await app.visitor().get("/api/health")).data).toMatchObject({ status: "ok" })
  await age(Date.now() - HOUR_MS)
  await app.db
    .prepare("INSERT INTO doomed_object (key, created_at) VALUES ('images/gone', ?)")
    .bind(Date.now() - 25 * HOUR_MS)
    .run()
  expect((await app.visitor().get("/api/health")).data).toEqual({
    status: "stalled",
    stalled: { ...nothing, images: 1, objects: 1 },
  })
})
