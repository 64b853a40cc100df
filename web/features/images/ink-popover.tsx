import { useMutation } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { ArrowRight, CircleAlert, TriangleAlert } from "lucide-react"
import type { ImageInk } from "../../../contract/api/ink-api.ts"
import { Button } from "../../components/ui/button.tsx"
import { Popover } from "../../components/ui/popover.tsx"
import { classNames } from "../../lib/class-names.ts"
import { acceptInk } from "./ink-calls.ts"
import { SeverityWord } from "./ink-mark.tsx"
import { openMarks } from "./ink-names.ts"
import { inkSentence, inkTitle } from "./ink-words.ts"
import { MendButtons } from "./mend-buttons.tsx"

type InkPopoverProps = {
  imageId: string
  name: string
  ink: ImageInk
  /** The template that it was looked at under. */
  sheetTemplateId: string
}

/** Counts a piece's findings in its row, and opens them with "I know"; nothing where nothing is to be looked at. */
export function InkPopover({ imageId, name, ink, sheetTemplateId }: InkPopoverProps) {
  const open = openMarks(ink.findings)
  const accept = useMutation({
    mutationFn: (code: (typeof open)[number]["code"]) => acceptInk(imageId, [...ink.accepted, code]),
  })
  if (open.length === 0) return null
  const isBad = open[0].severity === "bad"
  const search = { widthIn: String(ink.widthIn), sheetTemplateId }
  const Icon = isBad ? CircleAlert : TriangleAlert
  return (
    <Popover
      label={`Ink of ${name}`}
      align="start"
      className="w-85"
      trigger={
        <button
          type="button"
          aria-label={`${open.length} to look at: ${name}`}
          className={classNames(
            "touch inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-[550]",
            isBad ? "bg-bad-soft text-bad-ink" : "bg-warn-soft text-warn-ink",
          )}
        >
          <Icon aria-hidden="true" className="size-3" /> {open.length} to look at
        </button>
      }
    >
      <ul>
        {open.map((finding) => (
          <li key={finding.code} className="border-line-soft border-t px-4 py-2.5 first:border-t-0">
            <div className="flex items-center gap-2">
              <h3 className="min-w-0 flex-1 text-sm font-[600]">{inkTitle(finding)}</h3>
              <SeverityWord severity={finding.severity} />
            </div>
            <p className="mt-0.5 text-ink-2 text-sm">{inkSentence(finding)}</p>
            <div className="mt-1.5 flex flex-wrap items-center gap-1">
              <MendButtons imageId={imageId} finding={finding} />
              <Button
                variant="ghost"
                size="sm"
                className="-mr-2.5 ml-auto"
                disabled={accept.isPending}
                aria-label={`I know: ${inkTitle(finding)}`}
                onClick={() => accept.mutate(finding.code)}
              >
                I know
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-x-5 border-line-soft border-t px-4">
        <Link
          to="/images/$imageId/ink"
          params={{ imageId }}
          search={search}
          className="flex items-center gap-1.5 py-3 font-[550] text-accent-ink text-sm hover:underline"
        >
          Open its ink <ArrowRight aria-hidden="true" className="size-3.5" />
        </Link>
        <Link
          to="/images/$imageId/mend"
          params={{ imageId }}
          search={search}
          className="flex items-center gap-1.5 py-3 font-[550] text-accent-ink text-sm hover:underline"
        >
          Edit mends <ArrowRight aria-hidden="true" className="size-3.5" />
        </Link>
      </div>
    </Popover>
  )
}
