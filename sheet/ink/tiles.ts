import type { InkGrid } from "./ink-grid.ts"
import type { GridBox } from "./places.ts"

/** The side of a tile in pixels of the grid, as wide as a word of bits. */
export const TILE_PX = 32

type Pixels = Pick<InkGrid, "columns" | "rows">
export type TileGrid = { across: number; down: number }

export function tileGrid({ columns, rows }: Pixels): TileGrid {
  return { across: Math.ceil(columns / TILE_PX), down: Math.ceil(rows / TILE_PX) }
}

/** Returns the connected groups of the tiles whose mark is not 0, joined by sides and corners, and clears the marks. */
export function groupTiles(marks: Uint8Array, { across, down }: TileGrid): number[][] {
  const groups: number[][] = []
  for (let start = 0; start < marks.length; start++) {
    if (marks[start] === 0) continue
    marks[start] = 0
    const group = [start]
    for (const tile of group) {
      const x = tile % across
      const y = (tile - x) / across
      for (let ny = Math.max(0, y - 1); ny <= Math.min(down - 1, y + 1); ny++)
        for (let nx = Math.max(0, x - 1); nx <= Math.min(across - 1, x + 1); nx++) {
          const next = ny * across + nx
          if (marks[next] === 0) continue
          marks[next] = 0
          group.push(next)
        }
    }
    groups.push(group)
  }
  return groups
}

export function tilesBox(group: readonly number[], { across }: TileGrid, { columns, rows }: Pixels): GridBox {
  const box = { left: columns, top: rows, right: 0, bottom: 0 }
  for (const tile of group) {
    const left = (tile % across) * TILE_PX
    const top = Math.floor(tile / across) * TILE_PX
    growBox(box, {
      left,
      top,
      right: Math.min(columns, left + TILE_PX),
      bottom: Math.min(rows, top + TILE_PX),
    })
  }
  return box
}

export function growBox(box: GridBox, other: GridBox): void {
  box.left = Math.min(box.left, other.left)
  box.top = Math.min(box.top, other.top)
  box.right = Math.max(box.right, other.right)
  box.bottom = Math.max(box.bottom, other.bottom)
}
