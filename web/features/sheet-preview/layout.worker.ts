import { layOut } from "../../../sheet/layout/lay-out.ts"
import type { LayoutAnswer, LayoutTask } from "./layout-client.ts"

// Packs away from the page's thread. One task at a time; the client drops or ends what it no longer wants.
self.onmessage = (event: MessageEvent<LayoutTask>) => {
  const { id, pieces, bounds, effort } = event.data
  self.postMessage({ id, result: layOut(pieces, bounds, effort) } satisfies LayoutAnswer)
}
