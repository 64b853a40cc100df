import { sized } from "../../harness/smoke.ts"
import type { Stage } from "../../harness/stage.ts"
import { type Journey, openFor, stopwatch } from "./journey.ts"
import { starPictures } from "./pictures.ts"

const COUNT = sized(60, 3)
const READY_MS = 300_000

/** The upload of sixty pictures at once. */
export const uploadSixty: Journey = {
  name: "upload",
  what: `${COUNT} images from the desktop into the library`,
  maxActions: null,
  async prepare(stage: Stage) {
    const { client } = await stage.givenSeller("Ulla")
    const files = await starPictures(
      Array.from({ length: COUNT }, (_, i) => `design-${String(i + 1).padStart(2, "0")}.png`),
    )
    const page = await openFor(stage, client, "/images")
    return {
      page,
      async go(hand) {
        const since = stopwatch()
        await hand.click(
          page.getByRole("button", { name: "Upload images" }).filter({ visible: true }).first(),
        )
        const dialog = page.getByRole("dialog")
        await hand.choose(dialog.locator("input[type=file]"), files)
        await hand.click(dialog.getByRole("button", { name: `Upload ${COUNT} files` }))
        const tiles = page.getByRole("article")
        await page.waitForFunction(
          (count) =>
            [...document.querySelectorAll("article img")].filter(
              (image) => (image as HTMLImageElement).naturalWidth > 0,
            ).length >= count,
          Math.min(12, COUNT),
          { timeout: READY_MS },
        )
        const picturesMs = since()
        await tiles
          .filter({ hasText: "×" })
          .nth(Math.min(50, COUNT) - 1)
          .waitFor({ timeout: READY_MS })
        for (;;) {
          const images = await client.expect<{ status: string }[]>("GET", "/api/images?limit=999")
          if (images.length === COUNT && images.every(({ status }) => status === "Ready")) break
          await page.waitForTimeout(100)
        }
        return { "own pictures on the first twelve tiles": picturesMs, "all ready": since() }
      },
    }
  },
}
