import { Notice } from "../../components/ui/notice.tsx"
import { formatCount } from "../../lib/format.ts"
import { type Gap, gapCounts } from "./print-gaps.ts"

type GapNoticeProps = {
  /** Why the print cannot be processed. */
  sentence: string
  gaps: readonly Gap[]
  /** The copies of rows that take no place on the film. */
  leftOut: number
  /** Goes to the next row that lacks something. */
  onShow: () => void
}

/** Says why a print cannot be processed and what the film leaves out, and leads to the rows. */
export function GapNotice({ sentence, gaps, leftOut, onShow }: GapNoticeProps) {
  return (
    <Notice
      tone="warn"
      className="mt-3 py-2"
      action={
        gaps.length > 0 && (
          <button
            type="button"
            onClick={onShow}
            className="touch font-[600] whitespace-nowrap underline decoration-current/40 underline-offset-3"
          >
            Show
          </button>
        )
      }
    >
      <span className="block">{sentence}</span>
      {gaps.length > 0 && (
        <span className="block text-xs">
          {gapCounts(gaps)}.{leftOut > 0 && ` ${leftOutWords(leftOut)}`}
        </span>
      )}
    </Notice>
  )
}

function leftOutWords(copies: number): string {
  return copies === 1
    ? "1 copy is not on the film yet."
    : `${formatCount(copies)} copies are not on the film yet.`
}
