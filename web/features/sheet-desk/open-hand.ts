import { type Hand, openHand } from "../../../sheet/layout/hand/hand.ts"
import { printLayoutInput } from "../../../sheet/preflight/print-inks.ts"
import type { Silhouette } from "../../../sheet/silhouette.ts"
import type { PlacedItem, PreviewTemplate } from "../sheet-preview/preview-item.ts"

/**
 * Returns a hand over these items, which is opened when it takes something: solid pieces take a millisecond
 * each to make.
 */
export function handOn(
  items: readonly PlacedItem[],
  template: PreviewTemplate,
  silhouettes: ReadonlyMap<string, Silhouette>,
): Hand {
  let hand: Hand | undefined
  return {
    take(held, others) {
      hand ??= openHand(printLayoutInput(items.map(asLaidOut), template))
      return hand.take(held, others)
    },
  }

  function asLaidOut({ art, widthIn, quantity, silhouettePath }: PlacedItem) {
    return { image: art, widthIn, quantity, silhouette: silhouettes.get(silhouettePath) ?? null }
  }
}
