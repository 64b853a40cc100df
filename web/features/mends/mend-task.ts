import type { ArtworkKind, Box } from "../../../sheet/raster/artwork.ts"
import type { MendWish } from "./mend-pictures.ts"

/** The artwork that the thread opens: a file by its address, or a picture that the press has drawn. */
type OpenTask =
  | { kind: "open-file"; path: string; media: Exclude<ArtworkKind, "svg"> }
  | { kind: "open-drawing"; drawing: Blob; ownWidthPx: number }

/** A task of the thread. Each has one answer, in its turn. */
export type MendTask =
  | OpenTask
  | { kind: "draw"; wish: MendWish }
  /** A place of the picture before other mends, in thousandths, whose colour is asked for. */
  | { kind: "look"; x: number; y: number }
  /** A picture of the press, to be laid where the thread's own is. */
  | { kind: "take"; drawing: Blob }

/** A picture on the screen, and the box of its ink in its own pixels; null if nothing is left. */
export type ShownPicture = { bitmap: ImageBitmap; ink: Box | null }

/** The size at which the thread keeps an artwork, and the width of its file. */
export type OpenedArtwork = { widthPx: number; heightPx: number; ownWidthPx: number }

/** The thread's answers, by the kind of the task. */
export type MendAnswers = {
  /** Null if the file has to be drawn by the press. */
  "open-file": OpenedArtwork | null
  "open-drawing": OpenedArtwork | null
  /** `before` is null if it is that of the last answer. `scale` has the pixels of `after` for each of `before`. */
  draw: { before: ImageBitmap | null; after: ShownPicture; scale: number }
  /** `#rrggbb`; null where the picture is clear. */
  look: string | null
  take: ShownPicture
}
export type MendAnswer = { answer: unknown } | { refusal: string }
