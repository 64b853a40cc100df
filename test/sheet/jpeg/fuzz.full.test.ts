import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { damagedFile, fuzzFiles } from "../../../harness/fuzz/damaged-files.ts"
import { makeSamples } from "../../../harness/fuzz/samples.ts"

// `npm run bench -- fuzz pictures SEED COUNT` tries any number.
test("five hundred damaged pictures are decoded or refused in words, in time and in little memory", async () => {
  const samples = await makeSamples()
  const file = (number: number) => damagedFile(samples, 20_261_121, number)
  const { findings, figures } = await fuzzFiles(await openNodeHost(), file, 500)
  expect(findings.map(({ case: number, kind, what }) => `${number} ${kind}: ${what}`)).toEqual([])
  // Both must happen often, or the mutations are too coarse or too fine to find anything.
  expect(figures.decoded).toBeGreaterThan(75)
  expect(figures.refused).toBeGreaterThan(75)
})
