/** The kinds of artwork that can be uploaded, and how their files are named and served. */
export const artworkKinds = {
  jpeg: { name: "JPEG", mediaType: "image/jpeg", endings: ["jpg", "jpeg"] },
  png: { name: "PNG", mediaType: "image/png", endings: ["png"] },
  svg: { name: "SVG", mediaType: "image/svg+xml", endings: ["svg"] },
  tiff: { name: "TIFF", mediaType: "image/tiff", endings: ["tif", "tiff"] },
  webp: { name: "WebP", mediaType: "image/webp", endings: ["webp"] },
} as const

type KindName = keyof typeof artworkKinds
export type MediaType = (typeof artworkKinds)[KindName]["mediaType"]

/** The media types, as D1 and replies know them. */
export const mediaTypes = [
  "image/jpeg",
  "image/png",
  "image/svg+xml",
  "image/tiff",
  "image/webp",
] as const satisfies MediaType[]

/** A file that the page makes a PNG of before it is uploaded: a PDF of one page. */
export const pdfKind = { name: "PDF", mediaType: "application/pdf", endings: ["pdf"] } as const

/** The kinds that can be chosen, in words: `JPEG, PNG, SVG, TIFF, WebP or PDF`. */
export const artworkKindWords = [...Object.values(artworkKinds), pdfKind]
  .map(({ name }) => name)
  .join(", ")
  .replace(/, (\w+)$/, " or $1")

/** Returns the name of the kind whose files have this media type. */
export function kindOfMedia(mediaType: MediaType): KindName {
  const names = Object.keys(artworkKinds) as KindName[]
  const name = names.find((kind) => artworkKinds[kind].mediaType === mediaType)
  if (!name) throw new Error(`${mediaType} is no kind of artwork`)
  return name
}
