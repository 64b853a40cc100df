import sharp from "sharp"
import type { Picture } from "../sheet/raster/artwork.ts"

/** Returns an opaque picture after it was kept as a JPEG, with half as many colours as pixels across and down. */
export async function throughJpeg({ widthPx, heightPx, rgba }: Picture, quality: number): Promise<Picture> {
  const raw = { width: widthPx, height: heightPx, channels: 4 as const }
  const jpeg = await sharp(rgba, { raw }).flatten().jpeg({ quality, chromaSubsampling: "4:2:0" }).toBuffer()
  return { widthPx, heightPx, rgba: new Uint8Array(await sharp(jpeg).ensureAlpha().raw().toBuffer()) }
}
