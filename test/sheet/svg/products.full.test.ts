import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { honestDrawings } from "../../../harness/fuzz/svg-honest.ts"
import { svgProducts } from "../../../harness/fuzz/svg-products.ts"
import { sourceOf } from "../../../harness/jpeg-pictures.ts"
import { randomFrom } from "../../../harness/seeded-random.ts"
import { ArtworkError } from "../../../sheet/raster/artwork.ts"
import type { RasterHost, SvgHost } from "../../../sheet/raster/host.ts"
import type { SvgEffort } from "../../../sheet/raster/svg/bound-renderer.ts"
import { openSvg } from "../../../sheet/raster/svg/open-svg.ts"
import { SVG_INSPECT_EFFORT } from "../../../sheet/raster/svg/svg-limit.ts"

const host = await openNodeHost()

/** A tenth of an upload's bound, for a tenth of the bench's largest drawings. */
const TENTH: SvgEffort = {
  ...SVG_INSPECT_EFFORT,
  simplifyWork: SVG_INSPECT_EFFORT.simplifyWork / 10,
  tryWork: (SVG_INSPECT_EFFORT.tryWork ?? 0) / 10,
  callWork: SVG_INSPECT_EFFORT.callWork / 10,
  totalWork: SVG_INSPECT_EFFORT.totalWork / 10,
}
const MONSTROUS_BYTES = 100_000
const MODEST_BYTES = 600

type Outcome = { refusal: string | null; work: number }

/** Returns the outcome of a drawing, and the work that was done for it. */
async function outcome(text: string, widthPx: number, effort: SvgEffort): Promise<Outcome> {
  let work = 0
  const counted: RasterHost = { ...host, svg: counting(host.svg as SvgHost, (units) => (work += units)) }
  const source = sourceOf(new TextEncoder().encode(text))
  try {
    const svg = await openSvg(source, counted, { widthPx }, effort)
    await svg.decode(() => undefined)
    return { refusal: null, work }
  } catch (error) {
    if (!(error instanceof ArtworkError)) throw error
    return { refusal: `${error.code}: ${error.message}`, work }
  }
}

/** A call that is stopped has taken all that it was given. */
function counting(svg: SvgHost, count: (work: number) => void): SvgHost {
  const run = <Result extends { work: number }>(maxWork: number, call: () => Result): Result => {
    let work = maxWork
    try {
      const result = call()
      work = result.work
      expect(work).toBeLessThanOrEqual(maxWork)
      return result
    } finally {
      count(work)
    }
  }
  return {
    simplify: (text, maxWork) => run(maxWork, () => svg.simplify(text, maxWork)),
    render: (text, widthPx, maxWork) => run(maxWork, () => svg.render(text, widthPx, maxWork)),
  }
}

test.each(svgProducts)(
  "$name: little is drawn, far too much is refused after so much work",
  async (product) => {
    const monstrous = await outcome(product.make(randomFrom(1), MONSTROUS_BYTES), 1024, TENTH)
    if (product.isHarmless) expect(monstrous.refusal).toBeNull()
    else expect(monstrous.refusal).toMatch(/^too-large: .*(complex|deeply|itself|pattern|too long).*PNG/)
    expect(monstrous.work).toBeLessThanOrEqual(TENTH.totalWork)
    const modest = await outcome(product.make(randomFrom(1), MODEST_BYTES), 64, SVG_INSPECT_EFFORT)
    expect(modest.refusal).toBeNull()
  },
)

test.each(honestDrawings)("$name: taken, with room to spare", async ({ make }) => {
  const { refusal, work } = await outcome(make(randomFrom(1)), 1024, SVG_INSPECT_EFFORT)
  expect(refusal).toBeNull()
  expect(work).toBeLessThan(SVG_INSPECT_EFFORT.totalWork)
})
