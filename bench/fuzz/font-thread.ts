// One thread of `fonts.ts`: tries the fonts that it is told, one by one. It is ended from outside
// where one of them hangs.
import { parentPort } from "node:worker_threads"
import { openFontFuzzer } from "../../harness/fuzz/fuzz-fonts.ts"

export type FontTask = { seed: number; number: number }

const tryCase = await openFontFuzzer()
parentPort?.on("message", async ({ seed, number }: FontTask) => {
  parentPort?.postMessage(await tryCase(seed, number))
})
