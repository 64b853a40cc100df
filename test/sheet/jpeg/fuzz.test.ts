import { expect, test } from "vitest"
import { fuzzPictures } from "../../../bench/fuzz/pictures.ts"
import { makeSamples } from "../../../bench/fuzz/samples.ts"
import { openNodeHost } from "../../../bench/render/node-host.ts"

test("two thousand damaged pictures are decoded or refused in words, in time and in little memory", async () => {
  const report = await fuzzPictures(await openNodeHost(), await makeSamples(), 20_261_121, 2000)
  expect(report.findings.map(({ case: number, kind, what }) => `${number} ${kind}: ${what}`)).toEqual([])
  // Both must happen often, or the mutations are too coarse or too fine to find anything.
  expect(report.decoded).toBeGreaterThan(300)
  expect(report.refused).toBeGreaterThan(300)
})
