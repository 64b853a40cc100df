import { truncate } from "../../lib/format.ts"
import { CUT } from "./order-rules.ts"

/** Cut to fit a row; all of it on hover. */
export function CutText({ text, className }: { text: string; className?: string }) {
  return (
    <span className={className} title={text}>
      {truncate(text, CUT)}
    </span>
  )
}
