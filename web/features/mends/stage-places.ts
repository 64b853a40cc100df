import type { Box } from "../../../sheet/raster/artwork.ts"

type Size = { width: number; height: number }

/** A picture's place on the stage, in CSS pixels. */
export type Place = { left: number; top: number; width: number; height: number }

/** The pictures of the stage by their own pixels. `scale` has the pixels of `after` for each of `before`. */
export type StagePictures = { before: Size; after: Size; scale: number }

/** Returns the room that both pictures take, in pixels of the one before: an outline reaches beyond it. */
export function roomOf({ before, after, scale }: StagePictures): Size {
  return {
    width: Math.max(before.width, after.width / scale),
    height: Math.max(before.height, after.height / scale),
  }
}

/** Places a picture in the middle of a stage that shows `room` at a width of so many CSS pixels. */
export function middleOf(picture: Size, scale: number, room: Size, stageWidth: number): Place {
  const cssPerPx = stageWidth / room.width
  const [width, height] = [(picture.width / scale) * cssPerPx, (picture.height / scale) * cssPerPx]
  return {
    left: (stageWidth - width) / 2,
    top: (room.height * cssPerPx - height) / 2,
    width,
    height,
  }
}

/** Returns a place on a stage in shares of it, by which a smaller picture of the stage is laid out. */
export function sharesOf({ left, top, width, height }: Place, stage: Size) {
  const share = (length: number, whole: number) => `${(length / whole) * 100}%`
  return {
    left: share(left, stage.width),
    top: share(top, stage.height),
    width: share(width, stage.width),
    height: share(height, stage.height),
  }
}

/** The relative difference of two shapes that are the same but for rounding to pixels. */
const SAME_SHAPE = 0.01

/**
 * Places the press's picture where the thread's own lies: all over it where both have the same shape, else ink over
 * ink, because the press may leave clear margins out.
 */
export function placeOver(
  press: Size & { ink: Box | null },
  own: Size & { ink: Box | null },
  place: Place,
): Place {
  const isSame = Math.abs((press.width * own.height) / (press.height * own.width) - 1) < SAME_SHAPE
  if (isSame || press.ink === null || own.ink === null) return place
  const cssPerOwnPx = place.width / own.width
  const cssPerPx = (own.ink.width * cssPerOwnPx) / press.ink.width
  return {
    left: place.left + own.ink.x * cssPerOwnPx - press.ink.x * cssPerPx,
    top: place.top + own.ink.y * cssPerOwnPx - press.ink.y * cssPerPx,
    width: press.width * cssPerPx,
    height: press.height * cssPerPx,
  }
}
