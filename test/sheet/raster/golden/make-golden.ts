// `node test/sheet/raster/golden/make-golden.ts` writes the golden files anew: artwork, and the
// sheet that golden.test.ts lays out, with sharp alone and none of the engine.
import sharp from "sharp"
import { artworkLike } from "../../../../harness/raw-pictures.ts"
import { seeded } from "../../../../harness/seeded-random.ts"

const [widthPx, lengthPx] = [400, 300]
const at = (name: string) => new URL(name, import.meta.url).pathname

const random = seeded(3)
const rgba = new Uint8Array(200 * 150 * 4)
for (let i = 0; i < 200 * 150; i++) {
  const [x, y] = [i % 200, Math.floor(i / 200)]
  rgba.set([x + random(9), 255 - y - random(9), (x * y) / 130, 255], i * 4)
}
const photo = await sharp(rgba, { raw: { width: 200, height: 150, channels: 4 } })
  .removeAlpha()
  .png()
  .toBuffer()
await sharp(photo).toFile(at("photo.png"))
await sharp(photo)
  .jpeg({ quality: 90, chromaSubsampling: "4:4:4", progressive: true })
  .toFile(at("photo.jpg"))
const soft = sharp(artworkLike(60, 60, 8), { raw: { width: 60, height: 60, channels: 4 } })
await soft.png().toFile(at("soft.png"))
const fitted = async (name: string) =>
  sharp(await sharp(at(name)).resize(100, 75, { fit: "fill", kernel: "lanczos3" }).png().toBuffer())
const background = { r: 0, g: 0, b: 0, alpha: 0 }
const parts = [
  { input: await (await fitted("photo.png")).toBuffer(), left: 10, top: 10 },
  { input: await (await fitted("photo.png")).rotate(90).png().toBuffer(), left: 130, top: 10 },
  { input: await (await fitted("photo.png")).flop().png().toBuffer(), left: 225, top: 10 },
  { input: await (await fitted("photo.jpg")).toBuffer(), left: 10, top: 130 },
  { input: await (await fitted("photo.png")).toBuffer(), left: 225, top: 130 },
]
const sheet = await sharp({ create: { width: widthPx, height: lengthPx, channels: 4, background } })
  .composite(parts)
  .raw()
  .toBuffer()
// Copied, since composing would round see-through pixels.
const pixels = await sharp(at("soft.png")).ensureAlpha().raw().toBuffer()
for (let y = 0; y < 60; y++) pixels.copy(sheet, ((130 + y) * widthPx + 130) * 4, y * 240, (y + 1) * 240)
await sharp(sheet, { raw: { width: widthPx, height: lengthPx, channels: 4 } })
  .png()
  .toFile(at("sheet.png"))
