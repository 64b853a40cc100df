import { openNodeHost } from "../../cli/node-host.ts"
import { damagedFile, type File, fuzzFiles } from "../../harness/fuzz/damaged-files.ts"
import { caseSeed, type Mode } from "../../harness/fuzz/mode.ts"
import { pick } from "../../harness/fuzz/nasty.ts"
import { makeSamples } from "../../harness/fuzz/samples.ts"
import { svgProducts } from "../../harness/fuzz/svg-products.ts"
import { randomFrom } from "../../harness/seeded-random.ts"
import { makeJpeg } from "./make-jpeg.ts"
import { makePng } from "./make-png.ts"

export const pictures: Mode = {
  about: "damaged pictures against every decoder: time, memory, and no error but a refusal in words",
  usualCount: 10_000,
  async run(seed, count) {
    const samples = await makeSamples()
    return fuzzFiles(await openNodeHost(), (number) => damagedFile(samples, seed, number), count)
  },
}

export const files: Mode = {
  about: "files put together anew, up to a megabyte: any size, type, structure and number of parts",
  usualCount: 1_000,
  async run(seed, count) {
    return fuzzFiles(await openNodeHost(), (number) => madeFile(seed, number), count)
  },
}

async function madeFile(seed: number, number: number): Promise<File> {
  const random = randomFrom(caseSeed(seed, number))
  switch (pick(["png", "jpeg", "svg"] as const, random)) {
    case "png":
      return { kind: "png", bytes: makePng(random) }
    case "jpeg":
      return { kind: "jpeg", bytes: await makeJpeg(random) }
    case "svg":
      return { kind: "svg", bytes: makeSvg(random) }
  }
}

/** Makes a drawing whose work multiplies, of any length up to a megabyte. */
function makeSvg(random: () => number): Uint8Array {
  const bytes = Math.round(500 * 2_000 ** random())
  return new TextEncoder().encode(pick(svgProducts, random).make(random, bytes))
}
