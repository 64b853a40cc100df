import sharp from "sharp"
import type { Image } from "../../contract/artwork/image.ts"
import type { Client } from "../../local/client.ts"
import type { FilePayload } from "./counted-hand.ts"

/** Sharp at the widest size here, 10 in: what prints soft has to be looked at, which is one more action. */
const SIDE_PX = 2_400
const READY_PAUSE_MS = 100
const MIN_POINTS = 5

/** Makes PNGs of stars on clear ground, no two alike, under these names. */
export function starPictures(names: readonly string[], sidePx = SIDE_PX): Promise<FilePayload[]> {
  return Promise.all(
    names.map(async (name, i) => {
      const points = MIN_POINTS + (i % 9)
      const middle = sidePx / 2
      const outline = Array.from({ length: 2 * points }, (_, k) => {
        const angle = (Math.PI * k) / points
        const away = middle * (k % 2 === 0 ? 0.97 : 0.4 + (i % 7) * 0.06)
        return `${middle + away * Math.cos(angle)},${middle + away * Math.sin(angle)}`
      })
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${sidePx}" height="${sidePx}"><polygon points="${outline.join(" ")}" fill="hsl(${(i * 47) % 360} 70% 45%)"/></svg>`
      const buffer = await sharp(Buffer.from(svg)).png().toBuffer()
      return { name, mimeType: "image/png", buffer }
    }),
  )
}

/** Uploads pictures by the API and waits until all are ready. */
export async function fillLibrary(client: Client, files: readonly FilePayload[]): Promise<void> {
  for (let i = 0; i < files.length; i += 20) {
    const form = new FormData()
    for (const { name, buffer } of files.slice(i, i + 20))
      form.append("files", new File([new Uint8Array(buffer)], name))
    await client.expect("POST", "/api/images/bulk-upload", form)
  }
  for (;;) {
    const images = await client.expect<Image[]>("GET", "/api/images?limit=999")
    if (images.every(({ status }) => status === "Ready")) return
    await new Promise((resolve) => setTimeout(resolve, READY_PAUSE_MS))
  }
}
