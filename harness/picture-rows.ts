import type { Picture, RowSource } from "../sheet/raster/artwork.ts"

/** Returns a picture in memory as a source of rows. */
export function pictureRows({ widthPx, heightPx, rgba }: Picture): RowSource {
  return {
    widthPx,
    heightPx,
    async decode(sink, pause) {
      for (let y = 0; y < heightPx; y++) {
        sink(rgba.subarray(y * widthPx * 4, (y + 1) * widthPx * 4), y)
        await pause?.(widthPx)
      }
    },
  }
}

/** Decodes rows into memory; throws if one comes twice, out of order or not at all. */
export async function rowsPicture({ widthPx, heightPx, decode }: RowSource): Promise<Picture> {
  const rgba = new Uint8Array(widthPx * heightPx * 4)
  let next = 0
  await decode((row, y) => {
    if (y !== next++ || row.length !== widthPx * 4) throw new Error(`row ${y} comes as row ${next - 1}`)
    rgba.set(row, y * widthPx * 4)
  })
  if (next !== heightPx) throw new Error(`${next} of ${heightPx} rows came`)
  return { widthPx, heightPx, rgba }
}
