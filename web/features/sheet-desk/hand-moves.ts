import { type Pin, pinKey } from "../sheet-preview/pin.ts"

/** The places of copies that hand and search know: the pins among them stay. */
export type Lie = { pins: readonly Pin[]; lying: readonly Pin[] | null }

/** The number of each row's copies, by the row's id. */
export type Quantities = ReadonlyMap<string, number>

/** Places copies where a hand has moved them, pinned. */
export function placed({ pins, lying }: Lie, moved: readonly Pin[]): Lie {
  return { pins: withThese(pins, moved), lying: lying && withThese(lying, moved) }
}

/** Removes pins; the copies stay where they lie until the search moves them. */
export function unpinned({ pins, lying }: Lie, keys: ReadonlySet<string>): Lie {
  return { pins: pins.filter((pin) => !keys.has(pinKey(pin))), lying }
}

/**
 * Removes these very copies: later copies of the same row count one down, so that the row's smaller quantity
 * leaves out the removed ones and not its last ones.
 */
export function taken({ pins, lying }: Lie, keys: ReadonlySet<string>): Lie {
  const gone = new Map<string, number[]>()
  for (const { itemId, copy } of lying ?? pins) {
    if (keys.has(pinKey({ itemId, copy }))) gone.set(itemId, [...(gone.get(itemId) ?? []), copy])
  }
  const closeUp = (all: readonly Pin[]) =>
    all
      .filter((pin) => !keys.has(pinKey(pin)))
      .map((pin) => {
        const before = (gone.get(pin.itemId) ?? []).filter((copy) => copy < pin.copy).length
        return before === 0 ? pin : { ...pin, copy: pin.copy - before }
      })
  return { pins: closeUp(pins), lying: lying && closeUp(lying) }
}

/** Numbers sheets again after the last copy has left one. */
export function withoutEmptySheets({ pins, lying }: Lie): Lie {
  if (lying === null) return { pins, lying }
  const used = [...new Set(lying.map(({ sheet }) => sheet))].sort((a, b) => a - b)
  if (used.every((sheet, index) => sheet === index)) return { pins, lying }
  const counted = (all: readonly Pin[]) => all.map((pin) => ({ ...pin, sheet: used.indexOf(pin.sheet) }))
  return { pins: counted(pins), lying: counted(lying) }
}

/** Drops copies that the rows no longer have. Returns the same arrays if all exist. */
export function withinRows({ pins, lying }: Lie, quantities: Quantities): Lie {
  const isThere = (pin: Pin) => pin.copy < (quantities.get(pin.itemId) ?? 0)
  const kept = (all: readonly Pin[]) => (all.every(isThere) ? all : all.filter(isThere))
  return { pins: kept(pins), lying: lying && kept(lying) }
}

/** A copy with its printed box, in sheet pixels, as it lies. */
export type Lying = Pin & { widthPx: number; heightPx: number }

/** The free part of a sheet, in sheet pixels, half-open. Its lower end is that of the longest film. */
export type Frame = { left: number; top: number; right: number; bottom: number }

/**
 * Turns a piece clockwise about its middle by a quarter, and pushes it back inside if it reaches over an
 * edge.
 */
export function turned(piece: Lying, frame: Frame): Lying {
  const turn = ((piece.turn + 90) % 360) as Pin["turn"]
  const { widthPx: heightPx, heightPx: widthPx } = piece
  const x = piece.x + Math.round((piece.widthPx - widthPx) / 2)
  const y = piece.y + Math.round((piece.heightPx - heightPx) / 2)
  return inside({ ...piece, x, y, turn, widthPx, heightPx }, frame)
}

/** Moves copies together by whole pixels, as far as the frame lets all of them. */
export function nudged(pieces: readonly Lying[], dx: number, dy: number, frame: Frame): Lying[] {
  const across = within(
    dx,
    Math.max(...pieces.map(({ x }) => frame.left - x)),
    Math.min(...pieces.map(({ x, widthPx }) => frame.right - widthPx - x)),
  )
  const down = within(
    dy,
    Math.max(...pieces.map(({ y }) => frame.top - y)),
    Math.min(...pieces.map(({ y, heightPx }) => frame.bottom - heightPx - y)),
  )
  return pieces.map((piece) => ({ ...piece, x: piece.x + across, y: piece.y + down }))
}

/** Returns the pin of a copy, without its box. */
export function pinOf({ itemId, copy, sheet, x, y, turn }: Lying): Pin {
  return { itemId, copy, sheet, x, y, turn }
}

function inside(piece: Lying, frame: Frame): Lying {
  return {
    ...piece,
    x: within(piece.x, frame.left, frame.right - piece.widthPx),
    y: within(piece.y, frame.top, frame.bottom - piece.heightPx),
  }
}

function withThese(all: readonly Pin[], moved: readonly Pin[]): Pin[] {
  const keys = new Set(moved.map(pinKey))
  return [...all.filter((pin) => !keys.has(pinKey(pin))), ...moved]
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most))
}
