import { PhotonImage } from "@cf-wasm/photon/workerd"

/** Straight RGBA8, top to bottom, as `inspectArtwork` hands it out. */
export type Picture = { widthPx: number; heightPx: number; rgba: Uint8Array }

/** Encodes a small picture as PNG. The same pixels give the same bytes. */
export function encodePreview({ widthPx, heightPx, rgba }: Picture): Uint8Array {
  const picture = new PhotonImage(rgba, widthPx, heightPx)
  try {
    return picture.get_bytes()
  } finally {
    picture.free()
  }
}

/** Decodes what `encodePreview` made. */
export function decodePreview(png: Uint8Array): Picture {
  const picture = PhotonImage.new_from_byteslice(png)
  try {
    return { widthPx: picture.get_width(), heightPx: picture.get_height(), rgba: picture.get_raw_pixels() }
  } finally {
    picture.free()
  }
}
