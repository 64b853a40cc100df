/** The scale of the film on the stage, and its top left corner, both in CSS pixels. */
export type View = { pxPerIn: number; x: number; y: number }
export type Frame = { widthPx: number; heightPx: number }
export type Film = { widthIn: number; lengthIn: number }

/** The room around a fitted film: rulers and roll above and left, the cut line below. */
const stageMargin = { top: 52, right: 24, bottom: 40, left: 40 }

/** The closest zoom, enough to judge an edge; beyond it the preview picture has no more to show. */
const MAX_PX_PER_IN = 160
/** The part of the film that always stays visible, so that it cannot be lost. */
const KEEP_PX = 48

/**
 * Returns the view of the whole film in the middle of the stage, or at the top if it is short. `bottom` is
 * kept free below it.
 */
export function fitView(frame: Frame, film: Film, bottom = stageMargin.bottom): View {
  const { top, right, left } = stageMargin
  const wide = Math.max(1, frame.widthPx - left - right)
  const high = Math.max(1, frame.heightPx - top - bottom)
  const pxPerIn = Math.max(0.5, Math.min(wide / film.widthIn, high / film.lengthIn, 32))
  return { pxPerIn, x: left + (wide - film.widthIn * pxPerIn) / 2, y: top }
}

/** Zooms by `factor` and keeps the point under `at` where it is. */
export function zoomView(
  view: View,
  factor: number,
  at: { x: number; y: number },
  frame: Frame,
  film: Film,
): View {
  const least = fitView(frame, film).pxPerIn * 0.6
  const pxPerIn = Math.min(Math.max(view.pxPerIn * factor, least), MAX_PX_PER_IN)
  const ratio = pxPerIn / view.pxPerIn
  return keepInSight(
    { pxPerIn, x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio },
    frame,
    film,
  )
}

/** Moves the film with the pointer that drags it. */
export function panView(view: View, dx: number, dy: number, frame: Frame, film: Film): View {
  return keepInSight({ ...view, x: view.x + dx, y: view.y + dy }, frame, film)
}

/** Returns whether part of the film lies outside the stage, so that there is something to pan to. */
export function reachesBeyond(view: View, frame: Frame, film: Film): boolean {
  return (
    view.x < 0 ||
    view.y < 0 ||
    view.x + film.widthIn * view.pxPerIn > frame.widthPx ||
    view.y + film.lengthIn * view.pxPerIn > frame.heightPx
  )
}

/** Returns the units between two figures on the ruler: a round number, at least 34 px apart. */
export function rulerStep(pxPerUnit: number): number {
  return [1, 2, 5, 10, 20, 50].find((step) => step * pxPerUnit >= 34) ?? 100
}

function keepInSight(view: View, frame: Frame, film: Film): View {
  const clamp = (at: number, size: number, room: number) =>
    Math.min(Math.max(at, KEEP_PX - size), Math.max(room - KEEP_PX, KEEP_PX - size))
  return {
    pxPerIn: view.pxPerIn,
    x: clamp(view.x, film.widthIn * view.pxPerIn, frame.widthPx),
    y: clamp(view.y, film.lengthIn * view.pxPerIn, frame.heightPx),
  }
}
