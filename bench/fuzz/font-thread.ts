// One thread of `fonts.ts`: tries its fonts one by one. If one of them hangs, the thread is ended from
// outside.
import { parentPort } from "node:worker_threads"
import { openFontFuzzer } from "../../harness/fuzz/fuzz-fonts.ts"

export type FontTask = { seed: number; number: number }

const tryCase = await openFontFuzzer()
parentPort?.on("message", async ({ seed, number }: FontTask) => {
  parentPort?.postMessage(await tryCase(seed, number))
})
