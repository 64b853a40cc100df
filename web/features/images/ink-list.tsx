import { CircleCheck } from "lucide-react"
import type { ReactNode } from "react"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import type { InkCode, InkFinding } from "../../../contract/artwork/ink.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatTyped } from "../../lib/length.ts"
import { InkPin, SeverityWord } from "./ink-mark.tsx"
import { inkNames } from "./ink-names.ts"
import { inkSentence, inkTitle } from "./ink-words.ts"
import { MendButtons } from "./mend-buttons.tsx"

type InkListProps = {
  imageId: string
  ink: ImageInk | undefined
  /** The findings that are not known yet, in their order, and those that are. */
  open: readonly InkFinding[]
  known: readonly InkFinding[]
  picked: InkCode | null
  onPick: (code: InkCode) => void
  onAccept: (codes: readonly InkCode[]) => void
  onForget: (code: InkCode) => void
  isSaving: boolean
}

/** Lists what will or may show on the shirt, each with its figure and "I know", and below it what is known. */
export function InkList(props: InkListProps) {
  const { imageId, ink, open, known, picked, onPick, onAccept, onForget, isSaving } = props
  if (ink === undefined) return <InkListSkeleton />
  return (
    <>
      <div className="flex min-h-13 items-center gap-2 px-4">
        <h2 className="font-[620] text-base">{headline(ink, open.length)}</h2>
        <span className="text-sm text-ink-3">at {formatTyped(ink.widthIn)}</span>
        {open.length > 1 && (
          <Button
            variant="ghost"
            size="sm"
            className="-mr-2.5 ml-auto"
            disabled={isSaving}
            onClick={() => onAccept(open.map(({ code }) => code))}
          >
            I know all
          </Button>
        )}
      </div>
      {ink.state === "waiting" && (
        <p role="status" className="border-line-soft border-t px-4 py-3 text-sm text-ink-2">
          Looking at its ink at this size …
        </p>
      )}
      {ink.state === "failed" && (
        <Notice tone="warn" className="mx-4 mb-3">
          The ink was not checked. {ink.reason}
        </Notice>
      )}
      {[...Map.groupBy(ink.notChecked, ({ reason }) => reason)].map(([reason, parts]) => (
        <Notice key={reason} tone="warn" className="mx-4 mb-3">
          Not checked: {parts.map(({ code }) => inkNames[code].toLowerCase()).join(", ")}. {reason}
        </Notice>
      ))}
      {ink.state === "ready" && open.length + known.length + ink.notChecked.length === 0 && (
        <p className="flex items-center gap-2 border-line-soft border-t px-4 py-3 text-sm text-ink-2">
          <CircleCheck aria-hidden="true" className="size-4 text-good" /> It prints as it is.
        </p>
      )}
      <ul className="border-line-soft border-t">
        {open.map((finding, i) => (
          <li
            key={finding.code}
            className={classNames(
              "flex gap-3 border-line-soft border-t px-4 py-2.5 first:border-t-0",
              picked === finding.code && "bg-accent-soft/55",
            )}
          >
            <span className="mt-px">
              <InkPin severity={finding.severity} number={i + 1} />
            </span>
            <div className="min-w-0 flex-1">
              <FindingHead finding={finding} onPick={() => onPick(finding.code)} />
              <p className="mt-0.5 text-sm text-ink-2">{inkSentence(finding)}</p>
              <div className="mt-1.5 flex flex-wrap items-center gap-1">
                <MendButtons imageId={imageId} finding={finding} />
                <Button
                  variant="ghost"
                  size="sm"
                  className="-mr-2.5 ml-auto"
                  disabled={isSaving}
                  aria-label={`I know: ${inkTitle(finding)}`}
                  onClick={() => onAccept([finding.code])}
                >
                  I know
                </Button>
              </div>
            </div>
          </li>
        ))}
      </ul>
      {known.map((finding) => (
        <div key={finding.code} className="flex items-center gap-3 border-line border-t px-4 py-2.5">
          <InkPin severity={finding.severity} number={null} />
          <div className="min-w-0 flex-1 text-sm text-ink-2">
            {inkTitle(finding)}
            <div className="text-xs text-ink-3">{finding.isAccepted ? "You know" : finding.text}</div>
          </div>
          {finding.isAccepted && (
            <Button
              variant="ghost"
              size="sm"
              className="-mr-2.5"
              disabled={isSaving}
              aria-label={`Look again: ${inkTitle(finding)}`}
              onClick={() => onForget(finding.code)}
            >
              Look again
            </Button>
          )}
        </div>
      ))}
    </>
  )
}

function FindingHead({ finding, onPick }: { finding: InkFinding; onPick: () => void }): ReactNode {
  const title = inkTitle(finding)
  return (
    <div className="flex items-center gap-2">
      <h3 className="min-w-0 flex-1 text-sm font-[600]">
        {finding.places.length > 0 ? (
          <button type="button" className="touch text-left hover:underline" onClick={onPick}>
            {title}
          </button>
        ) : (
          title
        )}
      </h3>
      <SeverityWord severity={finding.severity} />
    </div>
  )
}

function headline({ state, notChecked }: ImageInk, open: number): string {
  if (state === "failed") return "Not checked"
  if (notChecked.length > 0 && open === 0) return "Not all is checked"
  if (state === "waiting") return "Being checked"
  return open === 0 ? "Nothing to look at" : `${open} to look at`
}

function InkListSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-4 p-4">
      <Skeleton className="h-6 w-40" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}
