import { expect, test } from "vitest"
import { defaultSheetTemplate } from "../../contract/artwork/size.ts"
import type { Silhouette } from "../../sheet/silhouette.ts"
import {
  type HandHistory,
  newHistory,
  record,
  redo,
  undo,
} from "../../web/features/sheet-desk/hand-history.ts"
import {
  type Lying,
  nudged,
  placed,
  taken,
  turned,
  unpinned,
  withinRows,
  withoutEmptySheets,
} from "../../web/features/sheet-desk/hand-moves.ts"
import { layAs, lyingOf } from "../../web/features/sheet-desk/kept-placements.ts"
import { pieceAt, piecesWithin } from "../../web/features/sheet-desk/piece-at.ts"
import { type Pin, pinKey } from "../../web/features/sheet-preview/pin.ts"
import type { PackedSheets } from "../../web/features/sheet-preview/use-sheet-layout.ts"

const pin = (itemId: string, copy: number, x: number, y: number, sheet = 0): Pin => ({
  itemId,
  copy,
  sheet,
  x,
  y,
  turn: 0,
})
const frame = { left: 75, top: 75, right: 1425, bottom: 3000 }
const piece = (x: number, y: number, widthPx: number, heightPx: number, turn: Pin["turn"] = 0): Lying => ({
  ...pin("cat", 0, x, y),
  turn,
  widthPx,
  heightPx,
})

test("undo gives back rows, pins and what was seen; redo does it again; a new step forgets the rest", () => {
  const seen = [pin("cat", 0, 75, 75)]
  const start: HandHistory<string> = newHistory({ rows: "2 cats", pins: [], lying: null })
  const moved = record(start, { rows: "2 cats", pins: [pin("cat", 0, 900, 75)], lying: seen }, seen)
  const doubled = record(moved, { ...moved.present, rows: "3 cats" }, moved.present.pins)
  const back = undo(doubled, seen)
  expect(back.present).toEqual({ ...moved.present, lying: moved.present.pins })
  const first = undo(back, seen)
  expect(first.present).toEqual({ rows: "2 cats", pins: [], lying: seen })
  expect(undo(first, seen)).toBe(first)
  expect(redo(redo(first, seen), seen).present).toMatchObject({ rows: "3 cats" })
  const other = record(first, { rows: "1 dog", pins: [], lying: null }, seen)
  expect(redo(other, seen)).toBe(other)
})

test("nudges in a row are one step of undo, and other steps part them", () => {
  const at = (x: number) => ({ rows: "", pins: [pin("cat", 0, x, 75)], lying: null })
  let history: HandHistory<string> = newHistory(at(100))
  for (const x of [103, 106, 109]) history = record(history, at(x), null, "nudge cat 0")
  expect(undo(history, null).present.pins[0].x).toBe(100)
  history = record(record(history, at(400), null), at(403), null, "nudge cat 0")
  expect(undo(history, null).present.pins[0].x).toBe(400)
})

test("what a hand takes away is that very copy: later ones of the row count one down", () => {
  const lying = [pin("cat", 0, 0, 0), pin("cat", 1, 100, 0), pin("cat", 2, 200, 0), pin("dog", 1, 300, 0)]
  const lie = { pins: [lying[2], lying[3]], lying }
  const left = taken(lie, new Set(["cat 1"]))
  expect(left.lying).toEqual([lying[0], { ...lying[2], copy: 1 }, lying[3]])
  expect(left.pins).toEqual([{ ...lying[2], copy: 1 }, lying[3]])
  expect(taken(lie, new Set(["cat 0", "cat 1", "cat 2"])).lying).toEqual([lying[3]])
})

test("a moved copy is pinned where it was put, once; copies the rows dropped are forgotten", () => {
  const lie = placed({ pins: [pin("cat", 1, 5, 5)], lying: [pin("cat", 0, 0, 0), pin("cat", 1, 5, 5)] }, [
    pin("cat", 1, 9, 9),
  ])
  expect(lie.pins).toEqual([pin("cat", 1, 9, 9)])
  expect(lie.lying).toEqual([pin("cat", 0, 0, 0), pin("cat", 1, 9, 9)])
  expect(unpinned(lie, new Set(["cat 1"])).pins).toEqual([])
  expect(withinRows(lie, new Map([["cat", 1]]))).toEqual({ pins: [], lying: [pin("cat", 0, 0, 0)] })
  expect(withinRows(lie, new Map([["cat", 2]])).pins).toBe(lie.pins)
})

test("a sheet that lost its last copy leaves no gap in the count", () => {
  const lying = [pin("cat", 0, 0, 0, 0), pin("cat", 1, 0, 0, 2)]
  const counted = withoutEmptySheets({ pins: [lying[1]], lying })
  expect(counted.lying?.map(({ sheet }) => sheet)).toEqual([0, 1])
  expect(counted.pins[0].sheet).toBe(1)
})

test("a quarter turn keeps the middle, four are none, and the edges hold a piece back", () => {
  const lying = piece(500, 800, 300, 100)
  expect(turned(lying, frame)).toEqual({ ...piece(600, 700, 100, 300), turn: 90 })
  let round = lying
  for (let i = 0; i < 4; i++) round = turned(round, frame)
  expect(round).toEqual(lying)
  expect(turned(piece(75, 75, 100, 600), frame)).toMatchObject({ x: 75, y: 325, widthPx: 600 })
})

test("a nudge moves all as one, and stops at the edge with the first that meets it", () => {
  const moved = nudged([piece(80, 500, 100, 100), piece(400, 500, 100, 100)], -75, 3, frame)
  expect(moved.map(({ x, y }) => [x, y])).toEqual([
    [75, 503],
    [395, 503],
  ])
})

test("the sheets are shown as the hand left them until the search answers", () => {
  const packed = packedOf([
    { piece: 0, copy: 0, x: 75, y: 75 },
    { piece: 0, copy: 1, x: 400, y: 75 },
  ])
  const lying = [...lyingOf(packed).values()]
  expect(lying.map(pinKey)).toEqual(["cat 0", "cat 1"])
  const moved = layAs(packed, [{ ...lying[1], y: 900, turn: 90 }], new Map([["cat", 2]]))
  expect(moved.layout.sheets[0]).toMatchObject({
    lengthPx: 900 + 300 + 75,
    placements: [
      { x: 75, y: 75, widthPx: 300, heightPx: 200 },
      { x: 400, y: 900, widthPx: 200, heightPx: 300, rotated: true },
    ],
  })
  const fewer = layAs(packed, lying, new Map([["cat", 1]]))
  expect(fewer.layout.sheets[0].placements).toHaveLength(1)
})

test("a point on two boxes means the piece with ink there, turned as it lies", () => {
  const packed = packedOf([
    { piece: 0, copy: 0, x: 100, y: 100 },
    { piece: 0, copy: 1, x: 150, y: 100 },
  ])
  // Ink in the left half alone: of three cells of 100 px across, the first.
  const left: Silhouette = {
    widthPx: 300,
    heightPx: 200,
    cellPx: 100,
    isVector: false,
    rows: [Uint16Array.of(0, 1), Uint16Array.of(0, 1)],
  }
  const shapes = new Map([["image", left]])
  const lying = [...lyingOf(packed).values()]
  const at = (x: number, y: number, among = lying) => pieceAt(packed, among, shapes, { sheet: 0, x, y })?.copy
  expect([at(160, 150), at(240, 150), at(120, 150)]).toEqual([0, 1, 0])
  expect(at(90, 150)).toBeUndefined()
  const upsideDown: Lying[] = lying.map((one) => ({ ...one, turn: 180 }))
  expect([at(320, 150, upsideDown), at(430, 150, upsideDown)]).toEqual([0, 1])
  expect(piecesWithin(lying, 0, { x: 120, y: 350 }, { x: 90, y: 90 })).toEqual(["cat 0"])
  expect(piecesWithin(lying, 1, { x: 0, y: 0 }, { x: 900, y: 900 })).toEqual([])
})

function packedOf(at: { piece: number; copy: number; x: number; y: number }[]): PackedSheets {
  const placements = at.map((one) => ({ ...one, widthPx: 300, heightPx: 200, rotated: false }))
  return {
    kind: "planned",
    key: "",
    layout: { sheets: [{ widthPx: 1500, lengthPx: 350, placements }] },
    lengthIn: 350 / 300,
    boxesLengthIn: 350 / 300,
    savedShare: null,
    utilisation: 0.5,
    copies: at.length,
    violations: [],
    items: [
      {
        id: "cat",
        image: { _id: "image", name: "Cat" },
        name: "Cat",
        silhouettePath: "image",
        art: { widthPx: 300, heightPx: 200, trim: null },
        widthIn: 1,
        quantity: at.length,
        label: "",
      },
    ],
    labels: [],
    dpi: 300,
    template: { ...defaultSheetTemplate, widthIn: 5, gapIn: 0.125, trim: false },
  } as unknown as PackedSheets
}
