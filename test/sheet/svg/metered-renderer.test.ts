import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { buildKernels } from "../../../local/build-kernels.ts"
import { meterWasm } from "../../../local/meter-wasm.ts"
import { openResvg } from "../../../worker/raster/resvg-instance.ts"
import { createSvgHost } from "../../../worker/raster/svg-renderer.ts"

await buildKernels()
const original = readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm"))
const metered = new WebAssembly.Module(
  readFileSync(new URL("../../../sheet/kernel/build/resvg.wasm", import.meta.url)),
)
const PLENTY = 1e10
const art = `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><defs><radialGradient id="g"><stop stop-color="red"/><stop offset="1" stop-opacity=".2"/></radialGradient><clipPath id="c"><circle cx="40" cy="30" r="25"/></clipPath><filter id="f"><feGaussianBlur stdDeviation="2"/></filter></defs><g clip-path="url(#c)" opacity=".8"><path d="M0 0q90 9 90 60T3 4a5 9 0 1 1 9 9z" fill="url(#g)" stroke="#048" stroke-dasharray="4 1"/></g><rect x="50" width="30" height="20" filter="url(#f)"/></svg>`
const options = JSON.stringify({ fitTo: { mode: "width", value: 180 } })

test("the renderer that counts its work draws what the one that does not draws", () => {
  const counting = openResvg(metered)
  counting.giveWork(PLENTY)
  const plain = openResvg(new WebAssembly.Module(original))
  expect(counting.render(art, options, [])).toEqual(plain.render(art, options, []))
  expect(counting.simplify(art, "{}", [])).toBe(plain.simplify(art, "{}", []))
})

test("the same drawing takes the same work, and one unit less is too little", () => {
  const work = createSvgHost(metered, new Uint8Array()).render(art, 180, PLENTY).work
  expect(work).toBeGreaterThan(1e6)
  const again = createSvgHost(metered, new Uint8Array())
  expect(again.render(art, 180, work).work).toBe(work)
  const poor = createSvgHost(metered, new Uint8Array())
  expect(() => poor.render(art, 180, work - 1)).toThrow(expect.objectContaining({ name: "WorkUsedUpError" }))
  // A stopped renderer is discarded; the next drawing starts afresh.
  expect(poor.render(art, 180, work).work).toBe(work)
})

test("memory that cannot grow any more ends a drawing as work that is used up does", () => {
  const host = createSvgHost(new WebAssembly.Module(meterWasm(original, 40)), new Uint8Array())
  expect(host.render(art, 180, PLENTY).widthPx).toBe(180)
  expect(() => host.render(art, 1800, PLENTY)).toThrow(expect.objectContaining({ name: "WorkUsedUpError" }))
})

/** Returns a module with one function, `f`, of these instructions. */
function moduleOf(...body: number[]): Uint8Array<ArrayBuffer> {
  const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  const type = [1, 4, 1, 0x60, 0, 0]
  const parts = [2, 1, 0, 3, 2, 1, 0, 5, 3, 1, 0, 1, 6, 1, 0]
  const exported = [7, 5, 1, 1, 0x66, 0, 0]
  return Uint8Array.from([
    ...head,
    ...type,
    ...parts,
    ...exported,
    ...[10, body.length + 4, 1, body.length + 2, 0, ...body, 0x0b],
  ])
}

test("a module with instructions that are not known here is refused", () => {
  expect(WebAssembly.validate(meterWasm(moduleOf(0x01), 9))).toBe(true)
  expect(() => meterWasm(moduleOf(0xfd, 0x0c), 9)).toThrow(/0xfd is not known/)
})

test("what is slow with floats counts for more than the same with whole numbers", () => {
  const workOf = (...body: number[]) => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(meterWasm(moduleOf(...body), 9)))
    const { work, f } = exports as unknown as { work: { value: bigint }; f: () => void }
    work.value = 100n
    f()
    return 100 - Number(work.value)
  }
  const [drop, one, oneFloat] = [0x1a, [0x41, 1], [0x43, 0, 0, 0x80, 0x3f]]
  const call = workOf(0x01)
  expect(workOf(...one, ...one, 0x48, drop) - call).toBe(1)
  expect(workOf(...oneFloat, ...oneFloat, 0x5d, drop) - call).toBe(2)
  expect(workOf(...oneFloat, 0xa8, drop) - call).toBe(8)
  expect(workOf(...oneFloat, 0xfc, 0, drop) - call).toBe(8)
})
