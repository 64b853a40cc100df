import { expect, test } from "vitest"
import { checkPolygons } from "../../../harness/nest/check-polygons.ts"
import { gangSheet } from "../../../harness/nest/gang-sheets.ts"
import { layoutHost } from "../../../harness/nest/nest-host.ts"
import { type Polygon, polygonOutline, turned } from "../../../harness/nest/polygon.ts"
import { buildKernels } from "../../../local/build-kernels.ts"
import { finish } from "../../../sheet/in-steps.ts"
import { makeLayoutKernel } from "../../../sheet/layout/layout-kernel.ts"
import { type NestResult, nestSheets } from "../../../sheet/layout/nest/nest-sheets.ts"

type Film = { widthPx: number; maxLengthPx: number; gapPx: number }
type Piece = { polygon: Polygon; turns: number[]; quantity: number }

/** A generated gang sheet in pixels, with that many copies of each design at most. */
function piecesOf(seed: number, dpi: number, mostCopies: number, turns: number[]): Piece[] {
  return gangSheet(seed).items.map(({ polygon, quantity }) => ({
    polygon: polygon.map(([x, y]) => [Math.round(x * dpi), Math.round(y * dpi)] as const),
    turns,
    quantity: Math.min(quantity, mostCopies),
  }))
}

function itemsOf(pieces: readonly Piece[]): number[] {
  return pieces.flatMap(({ quantity }, piece) => Array<number>(quantity).fill(piece))
}

function nest(
  pieces: readonly Piece[],
  film: Film,
  seed: number,
  steps: number,
  depth: "preview" | "short" | "long",
) {
  const shapes = pieces.map(({ polygon, turns }) => ({ outline: polygonOutline(polygon), turns }))
  return finish(
    nestSheets(makeLayoutKernel(layoutHost), shapes, itemsOf(pieces), film, {
      effort: { share: (done) => done / steps, depth, across: 128, sequences: 2 },
      seed,
      limitBytes: 60_000_000,
    }),
  )
}

/** Holds a result to exact geometry; `checkPolygons` throws at the first violation. */
function expectSound(result: NestResult | null, pieces: readonly Piece[], film: Film): NestResult {
  if (result === null) throw new Error("nothing was nested")
  const items = itemsOf(pieces)
  const placed = result.sheets.flatMap((sheet) => [...sheet.items])
  expect([...placed].sort((a, b) => a - b)).toEqual(items.map((_, item) => item))
  for (const { items: own, positions, lengthPx } of result.sheets) {
    const polygons = own.map((item, i) => {
      const [x, y, turn] = positions.subarray(i * 4, i * 4 + 3)
      const { polygon, turns } = pieces[items[item]]
      expect(turns).toContain(turn)
      return turned(polygon, turn).map(([px, py]) => [px + x, py + y] as const)
    })
    expect(checkPolygons(polygons, { width: film.widthPx, gap: film.gapPx }).length).toBe(lengthPx)
    expect(lengthPx).toBeLessThanOrEqual(film.maxLengthPx)
  }
  return result
}

test("generated orders are nested inside the film, the gap apart in every direction, complete, in allowed turns", async () => {
  await buildKernels()
  const turnSets = [[0], [0, 2], [0, 1, 2, 3]]
  for (let seed = 1; seed <= 9; seed++) {
    const dpi = 40 + seed
    const pieces = piecesOf(seed, dpi, 2, turnSets[seed % 3])
    const film = { widthPx: 22 * dpi, maxLengthPx: 400 * dpi, gapPx: [0, 1, 7, 11, 23][seed % 5] }
    const depth = (["preview", "short", "long"] as const)[seed % 3]
    const result = expectSound(nest(pieces, film, seed, 25e6, depth), pieces, film)
    expect(result.sheets).toHaveLength(1)
  }
})

test("an order longer than one sheet takes several, none too long, and no more than a second search", async () => {
  await buildKernels()
  for (const seed of [4, 7, 13]) {
    const dpi = 40
    const pieces = piecesOf(seed, dpi, 6, [0, 1, 2, 3])
    const film = { widthPx: 22 * dpi, maxLengthPx: 22 * dpi, gapPx: 10 }
    const first = expectSound(nest(pieces, film, 1, 5e6, "preview"), pieces, film)
    const longer = expectSound(nest(pieces, film, 1, 60e6, "short"), pieces, film)
    expect(longer.sheets.length).toBeGreaterThan(1)
    const length = ({ sheets }: NestResult) => sheets.reduce((sum, { lengthPx }) => sum + lengthPx, 0)
    expect(length(longer)).toBeLessThan(length(first))
  }
})

test("a small piece nests inside a ring, and touches where no gap is asked for", async () => {
  await buildKernels()
  const circle = (radius: number) =>
    Array.from({ length: 49 }, (_, i) => {
      const angle = (i / 48) * 2 * Math.PI
      return [Math.round(400 + radius * Math.cos(angle)), Math.round(400 + radius * Math.sin(angle))] as const
    })
  const ring = { polygon: turned([...circle(400), ...circle(260).reverse()], 0), turns: [0], quantity: 1 }
  const film = { widthPx: 800, maxLengthPx: 3_000, gapPx: 12 }
  const badge = { polygon: turned(circle(180), 0), turns: [0], quantity: 1 }
  const nested = expectSound(nest([ring, badge], film, 1, 6e6, "short"), [ring, badge], film)
  expect(nested.sheets[0].lengthPx).toBe(800)

  const square = [
    [0, 0],
    [400, 0],
    [400, 400],
    [0, 400],
  ] as const
  const tiles = [{ polygon: square, turns: [0], quantity: 6 }]
  const tight = { widthPx: 800, maxLengthPx: 3_000, gapPx: 0 }
  expect(expectSound(nest(tiles, tight, 1, 6e6, "short"), tiles, tight).sheets[0].lengthPx).toBe(1_200)
})

test("the same order, effort and seed give the same nest again, through a fresh kernel or a used one", async () => {
  await buildKernels()
  const pieces = piecesOf(2, 40, 3, [0, 1, 2, 3])
  const film = { widthPx: 880, maxLengthPx: 8_000, gapPx: 10 }
  const first = nest(pieces, film, 3, 20e6, "long")
  expect(nest(pieces, film, 3, 20e6, "long")).toEqual(first)
  expect(nest(pieces, film, 4, 20e6, "long")).not.toEqual(first)
})

test("a long search that goes on from a nest is sound, never longer than that, and the same again", async () => {
  await buildKernels()
  const pieces = piecesOf(2, 40, 3, [0, 1, 2, 3])
  const film = { widthPx: 880, maxLengthPx: 8_000, gapPx: 10 }
  const { sheets: start } = expectSound(nest(pieces, film, 3, 20e6, "long"), pieces, film)
  const shapes = pieces.map(({ polygon, turns }) => ({ outline: polygonOutline(polygon), turns }))
  const goOn = () =>
    finish(
      nestSheets(makeLayoutKernel(layoutHost), shapes, itemsOf(pieces), film, {
        effort: { share: (done) => done / 200e6, depth: "long", across: 128, sequences: 2 },
        seed: 4,
        limitBytes: 60_000_000,
        start,
        goesOn: true,
      }),
    )
  const longer = expectSound(goOn(), pieces, film)
  expect(longer.sheets[0].lengthPx).toBeLessThan(start[0].lengthPx)
  expect(goOn()).toEqual(longer)
})

test("where memory is short, steps are coarser, and where nothing fits there is no nest", async () => {
  await buildKernels()
  const pieces = piecesOf(5, 40, 2, [0, 1, 2, 3])
  const film = { widthPx: 880, maxLengthPx: 8_000, gapPx: 10 }
  const shapes = pieces.map(({ polygon, turns }) => ({ outline: polygonOutline(polygon), turns }))
  const within = (limitBytes: number) =>
    finish(
      nestSheets(makeLayoutKernel(layoutHost), shapes, itemsOf(pieces), film, {
        effort: { share: (done) => done / 20e6, depth: "long", across: 256, sequences: 1 },
        seed: 1,
        limitBytes,
      }),
    )
  for (const limitBytes of [7_000_000, 12_000_000]) {
    const result = expectSound(within(limitBytes), pieces, film)
    expect(result.usedBytes).toBeLessThanOrEqual(limitBytes)
  }
  expect(within(1_000_000)).toBeNull()
})
