import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { isFull } from "../../../harness/layer.ts"
import type { Mend } from "../../../sheet/mend/mend.ts"
import { mendRows } from "../../../sheet/mend/mend-rows.ts"
import { heldBy } from "../../../sheet/mend/through-window.ts"
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
