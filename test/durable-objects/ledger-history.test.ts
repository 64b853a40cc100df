import { expect, inject, test } from "vitest"
import { countCalls, playHistories } from "../../harness/hub/ledger-history.ts"
import { plantedBugs } from "../../harness/hub/planted-bugs.ts"

/** A planted bug that so many histories miss would be one that the test cannot see. */
const ENOUGH_FOR_A_BUG = 60
/** The histories of vitest.config.ts; `npm run bench -- ledger` asks for others. */
const { seed, count } = inject("histories")

test(`${count} random histories get every reply, statement and mirror as the model says`, async ({
  task,
}) => {
  const startMs = performance.now()
  const difference = await playHistories("USER_HUB", seed, count)
  const calls = countCalls(seed, count)
  task.meta.histories = { calls, seconds: (performance.now() - startMs) / 1000, difference }
  expect(difference).toBeNull()
})

test.each(plantedBugs.map((bug, index) => ({ ...bug, index })))(
  "the histories find $name",
  async ({ index }) => {
    const difference = await playHistories(`PLANTED_${index}`, 1, ENOUGH_FOR_A_BUG)
    // An answer that differs, not a call that broke: the bug itself was seen.
    expect(JSON.parse(difference?.got ?? "null")).toHaveProperty("balance")
  },
)
