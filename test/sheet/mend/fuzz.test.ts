import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { drawingCase } from "../../../harness/fuzz/drawing-case.ts"
import { mendCase, traceCase } from "../../../harness/fuzz/mend-case.ts"
import { isFull } from "../../../harness/layer.ts"
import type { MendKind } from "../../../sheet/mend/mend.ts"

const CASES = isFull ? 600 : 80
const KINDS = 15

// `npm run bench -- fuzz mends SEED COUNT` tries any number.
test("pictures that are hard to mend are mended in every way, twice the same, or refused in words", async () => {
  const host = await openNodeHost()
  const made = new Set<MendKind>()
  for (let seed = 0; seed < CASES; seed++) for (const kind of await mendCase(seed, host)) made.add(kind)
  expect(made.size).toBe(KINDS)
})

test("drawings that are hard to rewrite stay drawings that can be drawn, become pixels, or are refused in words", async () => {
  const host = await openNodeHost()
  const kinds = new Map<string, number>()
  for (let seed = 0; seed < CASES; seed++) {
    const kind = String(await drawingCase(seed, host))
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  }
  expect(kinds.get("drawing")).toBeGreaterThan(CASES / 4)
  expect(kinds.get("rows")).toBeGreaterThan(0)
})

test("pictures that are hard to trace become drawings of their size, or none, twice the same", async () => {
  const host = await openNodeHost()
  let traced = 0
  for (let seed = 0; seed < CASES; seed++) if (await traceCase(seed, host)) traced++
  expect(traced).toBeGreaterThan(0)
  expect(traced).toBeLessThan(CASES)
})
