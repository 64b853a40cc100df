import type { ByteSource, RowSink, RowSource } from "../artwork.ts"
import type { ColourSpace, RasterHost } from "../host.ts"
import { ARTWORK_MAX_BYTES } from "../limits.ts"
import type { Pause } from "../pause.ts"
import { openPlaces, type PlaceReader } from "../place-reader.ts"
import type { ProfileTransform } from "../profile/parse-profile.ts"
import { useProfile } from "../profile/use-profile.ts"
import { openKernel } from "../raster-kernel.ts"
import { openPlane } from "./plane-rows.ts"
import { readTiffPicture, type TiffPicture } from "./tiff-picture.ts"
import { openPixels } from "./tiff-pixels.ts"
import { damagedTiff } from "./tiff-refusal.ts"

/** The pixels decoded before the consumer is asked again whether it can take more. */
const PAUSE_PIXELS = 32_768

/**
 * Reads the first directory of a TIFF, wherever it lies. `decode` reads the pieces in their order, row by
 * row; rows are straight RGBA8 in sRGB if the file brings a profile that can be used.
 */
export async function openTiff(
  source: ByteSource,
  host: RasterHost,
): Promise<RowSource & { warnings: string[]; droppedProfile: string | null }> {
  const places = openPlaces(source)
  const picture = await readTiffPicture(places.exact).finally(places.close)
  refuseMore(picture)
  const { transform, warnings } = useProfile(picture.profile, spaceOf(picture), host)
  return {
    widthPx: picture.widthPx,
    heightPx: picture.heightPx,
    warnings: [...warnings, ...picture.warnings],
    droppedProfile: warnings[0] ?? null,
    decode: (sink, pause) => decode(source, host, picture, transform, sink, pause),
  }
}

function spaceOf({ colours }: TiffPicture): ColourSpace {
  return colours === "cmyk" ? "cmyk" : colours.endsWith("grey") ? "grey" : "rgb"
}

/** Refuses pieces that are more than a file: one piece that is named many times costs its time each time. */
function refuseMore({ pieces }: TiffPicture): void {
  const bytes = pieces.byteCounts.reduce((sum, count) => sum + count, 0)
  if (bytes > ARTWORK_MAX_BYTES) throw damagedTiff("its parts are larger than a file may be")
}

async function decode(
  source: ByteSource,
  host: RasterHost,
  picture: TiffPicture,
  transform: ProfileTransform | null,
  sink: RowSink,
  pause?: Pause,
): Promise<void> {
  const { widthPx, heightPx } = picture
  const kernel = openKernel(host, "decode")
  const readers: PlaceReader[] = []
  try {
    // Separate planes are read side by side, each from where it lies.
    const planes = Array.from({ length: picture.isSeparate ? picture.samples : 1 }, (_, plane) => {
      const places = openPlaces(source)
      readers.push(places)
      return openPlane(kernel, places, picture, plane)
    })
    const alphas = new Uint8Array(picture.colours === "cmyk" ? widthPx : 0)
    const toPixels = openPixels(kernel, picture, alphas)
    const pixels = kernel.allocate(widthPx * 4)
    const row = kernel.view(pixels, widthPx * 4)
    const addresses: number[] = []
    let unpaused = 0
    for (let y = 0; y < heightPx; y++) {
      for (const [i, plane] of planes.entries()) addresses[i] = await plane.next()
      toPixels(addresses, pixels)
      transform?.apply(row)
      for (let x = 0; x < alphas.length; x++) row[x * 4 + 3] = alphas[x]
      sink(row, y)
      unpaused += widthPx
      if (pause === undefined || unpaused < PAUSE_PIXELS) continue
      await pause(unpaused)
      unpaused = 0
    }
  } finally {
    kernel.close()
    transform?.close?.()
    for (const reader of readers) await reader.close()
  }
}
