import { ArrowRight, CircleCheck, WandSparkles } from "lucide-react"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { Button } from "../../components/ui/button.tsx"
import { InkPin } from "../images/ink-mark.tsx"
import { inkSentence, inkTitle } from "../images/ink-words.ts"
import { mendAction, mendWords } from "../images/mend-words.ts"
import { leftToLookAt } from "./left-to-look-at.ts"

type WhatIsLeftProps = {
  ink: ImageInk | undefined
  /** The mends of the list that are on. */
  on: readonly Mend[]
  onAdd: (mend: Mend) => void
}

/** Lists what is to be looked at in the image as it is stored, and which of it the list's mends are for. */
export function WhatIsLeft({ ink, on, onAdd }: WhatIsLeftProps) {
  const found = leftToLookAt(ink?.findings ?? [], on)
  const left = found.filter(({ mendedBy }) => mendedBy === null).length
  return (
    <section aria-label="What is left" className="mt-5">
      <div className="flex items-center justify-between border-line-soft border-b pb-2">
        <h2 className="font-[620] text-base">What is left</h2>
        {ink?.state === "ready" && found.length > 0 && (
          <span className="flex items-center gap-1.5 text-ink-2 text-sm">
            {left !== found.length && (
              <>
                {found.length} <ArrowRight aria-label="then" className="size-3.5" />
              </>
            )}
            <b className="font-[600] text-ink">{left} to look at</b>
          </span>
        )}
      </div>
      {ink === undefined || ink.state === "waiting" ? (
        <p role="status" className="py-3 text-ink-2 text-sm">
          Looking at its ink …
        </p>
      ) : ink.state === "failed" ? (
        <p className="py-3 text-ink-2 text-sm">The ink was not checked. {ink.reason}</p>
      ) : (
        found.length === 0 && (
          <p className="flex items-center gap-2 py-3 text-ink-2 text-sm">
            <CircleCheck aria-hidden="true" className="size-4 text-good" /> It prints as it is.
          </p>
        )
      )}
      <ul>
        {found.map(({ finding, mendedBy }, i) => {
          const [first] = finding.mends
          return (
            <li key={finding.code} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <InkPin severity={finding.severity} number={mendedBy === null ? i + 1 : null} />
              <div className="min-w-40 flex-1 text-sm">
                <h3 className={mendedBy === null ? "font-[600]" : "text-ink-2"}>{inkTitle(finding)}</h3>
                <p className={mendedBy === null ? "text-ink-2" : "text-ink-3 text-xs"}>
                  {mendedBy === null
                    ? inkSentence(finding)
                    : `${mendWords[mendedBy.kind].name} is for it. It is looked at again once this is saved.`}
                </p>
              </div>
              {mendedBy === null && first !== undefined && (
                <Button size="sm" icon={<WandSparkles />} onClick={() => onAdd(first)}>
                  {mendAction(first, finding.count)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
