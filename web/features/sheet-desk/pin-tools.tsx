import { plural } from "../../lib/format.ts"
import type { Hand } from "./use-hand.ts"

const button = "touch rounded-sm px-2 py-1 font-[550] whitespace-nowrap text-stage-ink hover:bg-white/10"

export function PinTools({ hand }: { hand: Hand }) {
  return (
    <>
      <span className="whitespace-nowrap">{plural(hand.pinned.size, "pin")}</span>
      <button type="button" className={button} onClick={hand.unpinAll}>
        Unpin all
      </button>
      <button
        type="button"
        className={button}
        aria-label="Start over with the tightest layout"
        title="Start over with the tightest layout"
        onClick={hand.startOver}
      >
        Start over
      </button>
    </>
  )
}
