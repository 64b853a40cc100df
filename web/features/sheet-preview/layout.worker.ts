import { effortSteps } from "../../../sheet/layout/effort.ts"
import { layOut, layOutWithin } from "../../../sheet/layout/lay-out.ts"
import { PRINT_EFFORT } from "../../../sheet/preflight/plan-print.ts"
import type { LayoutAnswer, LayoutTask } from "./layout-client.ts"

/** About 10 ms of a desktop core: a slow phone, too, shows a change while the finger is still there. */
const QUICK_STEPS = effortSteps.instant / 5

// Packs away from the page's thread. One task at a time; the client drops or ends what it no longer wants.
self.onmessage = (event: MessageEvent<LayoutTask>) => {
  const { id, pieces, bounds, pass } = event.data
  const result =
    pass === "final" ? layOut(pieces, bounds, PRINT_EFFORT) : layOutWithin(pieces, bounds, QUICK_STEPS)
  self.postMessage({ id, result } satisfies LayoutAnswer)
}
