import type { Box } from "../raster/artwork.ts"
import { NAMESPACES } from "../raster/svg/clean-svg.ts"
import { identity, type Matrix, multiply } from "../raster/svg/matrix.ts"
import { readRootBox } from "../raster/svg/root-box.ts"
import { xmlTokens } from "../raster/svg/xml-tokens.ts"
import type { Mend } from "./mend.ts"

type Move = Extract<Mend, { kind: "crop" | "turn" }>

/**
 * The part of a drawing that is shown: from 0, 0 on, in units of its own, to which `matrix` leads from those of the drawing. In
 * pixels it is as large as its root says.
 */
type Frame = { matrix: Matrix; width: number; height: number; widthPx: number; heightPx: number }

/** The shortest side of a frame, in units and in pixels. Below it the renderer's 32-bit floats lose the drawing. */
const LEAST_SIDE = 0.01

/**
 * Crops and turns a drawing as it is written by `readOutlines`. A crop keeps exactly its thousandths. Returns null if so little
 * is kept that it could not be drawn.
 */
export function movedDrawing(drawing: string, moves: readonly Move[]): string | null {
  if (moves.length === 0) return drawing
  let frame = frameOf(drawing)
  for (const move of moves)
    frame = move.kind === "turn" ? turned(frame, move.degrees) : cropped(frame, shareOf(move))
  return writeFrame(drawing, frame)
}

/** Crops a drawing to a box in shares of its width and height. */
export function croppedDrawing(drawing: string, box: Box): string | null {
  return writeFrame(drawing, cropped(frameOf(drawing), box))
}

function frameOf(drawing: string): Frame {
  for (const token of xmlTokens(drawing)) {
    if (token.kind !== "open") continue
    const { x, y, ...size } = readRootBox(token.attributes)
    return { ...size, matrix: [1, 0, 0, 1, -x, -y] }
  }
  throw new Error("a drawing has no root")
}

/** Returns a box of thousandths in shares, at least a thousandth of it within the picture. */
function shareOf(crop: Box): Box {
  const [x, y] = [Math.min(999, crop.x), Math.min(999, crop.y)]
  const right = Math.max(x + 1, Math.min(1000, crop.x + crop.width))
  const bottom = Math.max(y + 1, Math.min(1000, crop.y + crop.height))
  return { x: x / 1000, y: y / 1000, width: (right - x) / 1000, height: (bottom - y) / 1000 }
}

function cropped(frame: Frame, { x, y, width, height }: Box): Frame {
  const matrix = multiply([1, 0, 0, 1, -x * frame.width, -y * frame.height], frame.matrix)
  return {
    matrix,
    width: frame.width * width,
    height: frame.height * height,
    widthPx: frame.widthPx * width,
    heightPx: frame.heightPx * height,
  }
}

/**
 * Turns a frame clockwise.
 *
 *   90°   x, y → height − y, x      180°   → width − x, height − y      270°   → y, width − x
 */
function turned(frame: Frame, degrees: 90 | 180 | 270): Frame {
  const { width, height, widthPx, heightPx } = frame
  if (degrees === 180) return { ...frame, matrix: multiply([-1, 0, 0, -1, width, height], frame.matrix) }
  const turn: Matrix = degrees === 90 ? [0, 1, -1, 0, height, 0] : [0, -1, 1, 0, 0, width]
  return {
    matrix: multiply(turn, frame.matrix),
    width: height,
    height: width,
    widthPx: heightPx,
    heightPx: widthPx,
  }
}

function writeFrame(drawing: string, { matrix, width, height, widthPx, heightPx }: Frame): string | null {
  if (Math.min(width, height, widthPx, heightPx) < LEAST_SIDE) return null
  const content = drawing.slice(drawing.indexOf(">") + 1, drawing.lastIndexOf("</svg>"))
  const isUpright = matrix.slice(0, 4).every((value, i) => value === identity[i])
  const [x, y] = isUpright ? [-matrix[4], -matrix[5]] : [0, 0]
  const placed = isUpright ? content : `<g transform="matrix(${matrix.join(" ")})">${content}</g>`
  const size = `width="${widthPx}" height="${heightPx}" viewBox="${x} ${y} ${width} ${height}"`
  return `<svg ${NAMESPACES} ${size} preserveAspectRatio="none">${placed}</svg>`
}
