import { Button } from "../../components/ui/button.tsx"
import { plural } from "../../lib/format.ts"

type UnfinishedNoticeProps = {
  /** The rows of the earlier draft. */
  count: number
  /** The images picked elsewhere, which wait for the answer. */
  waiting: number
  goOn: () => void
  startNew: () => void
}

/** Asks once what to do with a print that an earlier visit left behind. Nothing is lost either way. */
export function UnfinishedNotice({ count, waiting, goOn, startNew }: UnfinishedNoticeProps) {
  return (
    <section
      aria-label="Unfinished print"
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-busy-soft px-4 py-3 text-sm text-busy-ink"
    >
      <p className="min-w-56 flex-1">
        <b className="font-[600]">
          You have an unfinished print of {plural(count, "item")}: continue it, or start a new one
        </b>
        {waiting > 0 && (
          <span className="block">
            {waiting === 1 ? "The picked image is" : `The ${plural(waiting, "picked image")} are`} added
            either way.
          </span>
        )}
      </p>
      <div className="flex gap-2 coarse:w-full coarse:[&>*]:flex-1">
        <Button onClick={goOn}>Continue</Button>
        <Button onClick={startNew}>Start new</Button>
      </div>
    </section>
  )
}
