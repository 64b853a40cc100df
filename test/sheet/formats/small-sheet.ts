import sharp from "sharp"
import { bytesStamp } from "../../../harness/bytes.ts"
import { artworkLike } from "../../../harness/raw-pictures.ts"
import type { FormatJob } from "../../../sheet/formats/sheet-format.ts"
import { stampOf } from "../raster/stamps.ts"

const [WIDTH, HEIGHT] = [53, 140]

/** Returns a small sheet: a design upright, turned by a quarter and by a half, another, and a label. */
export async function smallSheet() {
  const rgba = artworkLike(WIDTH, HEIGHT, 5)
  const png = new Uint8Array(
    await sharp(rgba, { raw: { width: WIDTH, height: HEIGHT, channels: 4 } })
      .png()
      .toBuffer(),
  )
  const stamps: Record<string, Uint8Array> = {
    upright: await stampOf(png, WIDTH, HEIGHT, {}),
    quarter: await stampOf(png, WIDTH, HEIGHT, { widthPx: HEIGHT, heightPx: WIDTH, rotated: true }),
    half: await stampOf(png, WIDTH, HEIGHT, { halfTurned: true }),
    other: await stampOf(png, WIDTH, HEIGHT, { mirror: true }),
  }
  const upright = { widthPx: WIDTH, heightPx: HEIGHT }
  const job: FormatJob = {
    widthPx: 400,
    lengthPx: 371,
    dpi: 150,
    placements: [
      { stamp: "upright", x: 10, y: 10, ...upright, design: { name: "a", turn: 0 } },
      {
        stamp: "quarter",
        x: 80,
        y: 12,
        widthPx: HEIGHT,
        heightPx: WIDTH,
        design: { name: "a", turn: 90 },
      },
      { stamp: "half", x: 80, y: 80, ...upright, design: { name: "a", turn: 180 } },
      { stamp: "upright", x: 200, y: 80, ...upright, design: { name: "a", turn: 0 } },
      { stamp: "other", x: 300, y: 10, ...upright },
    ],
    labels: [
      {
        text: "#1042 Luna Moth",
        code: "HTTPS://FILM.EXAMPLE/C/9F3A21B07C-1-2",
        x: 10,
        y: 300,
        widthPx: 380,
        heightPx: 66,
        rotated: false,
        mirror: false,
      },
    ],
    about: { title: "Friday (Ørsted) & Co", createdAtMs: Date.UTC(2026, 10, 23, 5, 17, 52) },
  }
  return { job, rgba, upright, openStamp: async (stamp: string) => bytesStamp(stamps[stamp]) }
}
