import { expect, test } from "vitest"
import { openNodeHost } from "../../../cli/node-host.ts"
import { mendCase } from "../../../harness/fuzz/mend-case.ts"
import { isFull } from "../../../harness/layer.ts"
import type { MendKind } from "../../../sheet/mend/mend.ts"

const CASES = isFull ? 600 : 80
const KINDS = 14

// `npm run bench -- fuzz mends SEED COUNT` tries any number.
test("pictures that are hard to mend are mended in every way, twice the same, or refused in words", async () => {
  const host = await openNodeHost()
  const made = new Set<MendKind>()
  for (let seed = 0; seed < CASES; seed++) for (const kind of await mendCase(seed, host)) made.add(kind)
  expect(made.size).toBe(KINDS)
})
