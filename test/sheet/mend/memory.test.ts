import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { isFull } from "../../../harness/layer.ts"
import { heldBy } from "../../../sheet/mend/held-bytes.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { traceDrawing } from "../../../sheet/mend/trace-drawing.ts"
import { madeRows } from "./made-shapes.ts"

const host = await openNodeHost()
const WIDTH_PX = 10_000
const MIB = 1 << 20
/** What is allocated does not depend on the number of rows, of which a part is enough. */
const heightPx = isFull ? 2_000 : 80

/** Returns the bytes of all typed arrays that are made meanwhile, whether they are forgotten or not. */
async function allocatedBy(work: () => Promise<void>): Promise<number> {
  const names = [
    "Uint8Array",
    "Uint16Array",
    "Uint32Array",
    "Int32Array",
    "Float32Array",
    "Float64Array",
  ] as const
  const own = names.map((name) => [name, globalThis[name]] as const)
  let bytes = 0
  for (const [name, type] of own) {
    const counting: typeof Uint8Array = new Proxy(type as typeof Uint8Array, {
      construct(target, [from, ...more], newTarget): Uint8Array {
        if (typeof from === "number") bytes += from * target.BYTES_PER_ELEMENT
        return Reflect.construct(target, [from, ...more], newTarget === counting ? target : newTarget)
      },
    })
    Object.assign(globalThis, { [name]: counting })
  }
  try {
    await work()
  } finally {
    Object.assign(globalThis, Object.fromEntries(own))
  }
  return bytes
}

/** Makes rows of rings and lines of all widths, with soft ink and holes: discs in squares of 400 pixels. */
function makeRow(row: Uint8Array, y: number): void {
  row.fill(0)
  const v = (y % 400) - 200
  for (let x = 0, at = 0; x < WIDTH_PX; x++, at += 4) {
    const u = (x % 400) - 200
    const square = u * u + v * v
    if (square > 32_400) continue
    row[at] = x & 255
    row[at + 1] = y & 255
    row[at + 3] = square < 9 || (square > 8_000 && square < 8_400) ? 0 : square < 3_600 ? 140 : 255
  }
}

test("a picture of 100 megapixels goes through every mend with far less than a job's memory", async () => {
  const mends: Mend[] = [
    { kind: "harden", threshold: 128 },
    { kind: "halftone", shape: "dot", linesPerInch: 45, angle: 22.5 },
    { kind: "halftone", shape: "diffusion", linesPerInch: 10, angle: 0 },
    { kind: "drop-specks", mm: 10 },
    { kind: "fill-pinholes", mm: 10 },
    { kind: "thicken", mm: 10 },
    { kind: "choke", mm: 10 },
    { kind: "outline", mm: 10, colour: "#ffffff" },
  ]
  for (const mend of mends) {
    const rows = await mendRows(madeRows(WIDTH_PX, heightPx, makeRow), [mend], { mmPerPx: 25.4 / 600, host })
    let made = 0
    const bytes = await allocatedBy(() =>
      rows.decode((_row, y) => {
        made = y + 1
      }),
    )
    expect(made).toBe(rows.heightPx)
    expect(bytes, mend.kind).toBeGreaterThan(WIDTH_PX)
    expect(bytes / MIB, mend.kind).toBeLessThan(42)
    // What is told of it beforehand, and kernels take little besides.
    expect(bytes, mend.kind).toBeLessThan(heldBy(rows) + 0.5 * MIB)
  }
})

test("mends that would hold too much together are refused", async () => {
  const far: Mend[] = Array.from({ length: 4 }, () => ({ kind: "outline", mm: 10, colour: "#ffffff" }))
  const source = madeRows(WIDTH_PX, heightPx, makeRow)
  await expect(mendRows(source, far, { mmPerPx: 25.4 / 600, host })).rejects.toMatchObject({
    code: "too-large",
  })
})

/** Makes rows of coloured discs on white, with a soft edge. */
function makeFlatRow(row: Uint8Array, y: number): void {
  const v = (y % 400) - 200
  for (let x = 0, at = 0; x < WIDTH_PX; x++, at += 4) {
    const u = (x % 400) - 200
    const share = Math.max(0, Math.min(1, (33_000 - u * u - v * v) / 1_000))
    row[at] = 255 - share * 200
    row[at + 1] = 255 - share * 120
    row[at + 2] = 255 - share * 20
    row[at + 3] = 255
  }
}

test("colours of a picture of 100 megapixels are mended within the same memory, and a turn with them", async () => {
  const away: Mend = { kind: "remove-background", from: "edges", tolerance: 8 }
  const chains: Mend[][] = [
    [away],
    [{ ...away, from: "everywhere" }],
    [{ kind: "recolour", from: "#ffffff", to: "#203040", tolerance: 8 }],
    [{ kind: "knock-out", colour: "#ffffff", tolerance: 8 }],
  ]
  const rowCount = isFull ? 10_000 : 80
  for (const mends of chains) {
    const source = madeRows(WIDTH_PX, rowCount, makeFlatRow)
    let rows = source
    const opening = await allocatedBy(async () => {
      rows = await mendRows(source, mends, { mmPerPx: 25.4 / 600, host })
    })
    const bytes = await allocatedBy(() => rows.decode(() => {}))
    // Two bits for each pixel, and what waits to be flooded.
    expect(opening / MIB, mends[0].kind).toBeLessThan(32)
    expect(bytes, mends[0].kind).toBeGreaterThan(WIDTH_PX)
    expect(bytes, mends[0].kind).toBeLessThan(heldBy(rows) + 2 * MIB)
    expect(heldBy(rows) / MIB, mends[0].kind).toBeLessThan(31)
  }
  const plain = madeRows(WIDTH_PX, 10_000, (row) => row.fill(255))
  const turnedRows = await mendRows(plain, [{ kind: "turn", degrees: 180 }], { mmPerPx: 25.4 / 600, host })
  expect(heldBy(turnedRows) / MIB).toBeLessThan(17.5)
})

test("edges of the widest enlarged picture are made sharp within little memory", async () => {
  const mend: Mend = { kind: "enlarge", method: "edges" }
  const source = madeRows(25_000, 20, (row, y) => row.fill(y & 1 ? 255 : 0))
  const rows = await mendRows(source, [mend], { mmPerPx: 25.4 / 600, printedWidthPx: 100_000, host })
  expect(rows.widthPx).toBe(100_000)
  let count = 0
  const bytes = await allocatedBy(() => rows.decode(() => count++))
  expect(count).toBe(80)
  expect(bytes).toBeLessThan(heldBy(rows))
})

test("a picture of four megapixels is traced within the same memory, and a larger one in as many", async () => {
  for (const [widthPx, rowCount] of [
    [2_000, 2_000],
    [WIDTH_PX, isFull ? 2_000 : 500],
  ]) {
    const source = madeRows(widthPx, rowCount, (row, y) => {
      for (let x = 0, at = 0; x < widthPx; x++, at += 4) {
        const isInk = ((x % 400) - 200) ** 2 + ((y % 400) - 200) ** 2 < 20_000
        row.fill(isInk ? 40 : 255, at, at + 3)
        row[at + 3] = 255
      }
    })
    let drawing: string | null = null
    const bytes = await allocatedBy(async () => {
      drawing = await traceDrawing(source, 4, host)
    })
    expect(drawing).toContain("#282828")
    // Strips of the drawing that was compared with the picture are counted as if all were kept.
    expect(bytes / MIB).toBeLessThan(48)
  }
})
