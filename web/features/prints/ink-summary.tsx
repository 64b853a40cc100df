import { Link } from "@tanstack/react-router"
import { CheckRow } from "../../components/ui/checkbox.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { SeverityWord } from "../images/ink-mark.tsx"
import { inkSentence } from "../images/ink-words.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { pieceName } from "../sheet-preview/preview-item.ts"
import { MendPrint } from "./mend-print.tsx"
import type { InkedItem } from "./use-print-ink.ts"

/** The items that are listed before the rest is counted. */
const MAX_LISTED = 4

type InkSummaryProps = {
  /** The items to look at, those first that will show. */
  inked: readonly InkedItem[]
  /** The template that they are looked at under; null until it is known. */
  sheetTemplateId: string | null
  /** The number of items that the press still looks at. */
  beingChecked: number
  copies: number
  hasLooked: boolean
  onLookedChange: (hasLooked: boolean) => void
}

/** Sums up what will or may show before credits are spent; what will show asks for a tick. */
export function InkSummary({ beingChecked, ...props }: InkSummaryProps) {
  return (
    <>
      {props.inked.length > 0 && <ToLookAt {...props} />}
      {beingChecked > 0 && (
        <p className="mt-1 text-ink-3 text-xs">The ink of {plural(beingChecked, "item")} is being checked.</p>
      )}
    </>
  )
}

type ToLookAtProps = Omit<InkSummaryProps, "beingChecked">

function ToLookAt({ inked, sheetTemplateId, copies, hasLooked, onLookedChange }: ToLookAtProps) {
  const pieces = inked.reduce((sum, { item }) => sum + item.quantity, 0)
  const shown = inked.slice(0, MAX_LISTED)
  return (
    <section aria-label="Ink" className="mt-3">
      <h3 className="font-[620] text-sm">
        {formatCount(pieces)} of {plural(copies, "piece")} to look at
      </h3>
      <ul className="mt-1 divide-y divide-line-soft border-line-soft border-y">
        {shown.map(({ item, ink, open }) => (
          <li key={item.id} className="flex items-center gap-3 py-2">
            <ArtworkPicture
              path={item.image?.previewFile?.path ?? null}
              className="size-9 rounded-xs p-0.5"
            />
            <div className="min-w-0 flex-1 text-sm">
              <div className="truncate font-[550]">
                {item.image && (
                  <Link
                    to="/images/$imageId/mend"
                    params={{ imageId: item.image._id }}
                    search={{
                      widthIn: String(ink.widthIn),
                      ...(sheetTemplateId === null ? {} : { sheetTemplateId }),
                    }}
                    title="Edit its mends"
                    className="touch hover:underline"
                  >
                    {pieceName(item.image, item.values)}
                  </Link>
                )}{" "}
                <span className="font-[450] text-ink-3 text-xs">×{formatCount(item.quantity)}</span>
              </div>
              <p className="text-ink-2">{inkSentence(open[0])}</p>
            </div>
            <SeverityWord severity={open[0].severity} />
          </li>
        ))}
      </ul>
      {inked.length > shown.length && (
        <p className="mt-1 text-ink-3 text-xs">{plural(inked.length - shown.length, "more item")}</p>
      )}
      <MendPrint inked={inked} />
      {needsTick(inked) && <LookedTick {...{ pieces, hasLooked, onLookedChange }} />}
    </section>
  )
}

type LookedTickProps = Pick<InkSummaryProps, "hasLooked" | "onLookedChange"> & { pieces: number }

/** Has the seller say that they have looked at what will show. */
export function LookedTick({ pieces, hasLooked, onLookedChange }: LookedTickProps) {
  return (
    <CheckRow
      label={`I have looked. Print ${pieces === 1 ? "it as it is" : `these ${formatCount(pieces)} as they are`}.`}
      checked={hasLooked}
      onCheckedChange={onLookedChange}
    />
  )
}

/** Returns true if something will show on the shirt, so that the seller has to say that it was seen. */
export function needsTick(inked: readonly InkedItem[]): boolean {
  return inked.some(({ open }) => open[0].severity === "bad")
}
