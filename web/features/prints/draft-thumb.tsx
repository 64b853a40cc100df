import { queryOptions, useQuery } from "@tanstack/react-query"
import { type RefObject, useEffect, useMemo, useRef, useState } from "react"
import { printLayouts, prints } from "../../../contract/api/print-api.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { hasLabels, type PrintSummary } from "../../../contract/prints/print.ts"
import { apiData } from "../../lib/api.ts"
import { classNames } from "../../lib/class-names.ts"
import { SheetMini } from "../sheet-preview/sheet-mini.tsx"
import { pickTemplate } from "../sizes/sheet-template.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { draftSheet } from "./draft-sheet.ts"
import { PrintThumb } from "./print-state.tsx"

/** Shows the top of the sheet that a draft would make; its images until that is ready. */
export function DraftThumb({ print, className }: { print: PrintSummary; className?: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const isSeen = useIsSeen(box)
  const { data: draft } = useQuery({ ...draftOptions(print), enabled: isSeen })
  const templates = useQuery({ ...sheetTemplatesOptions(), enabled: isSeen }).data?.data
  const packed = useMemo(() => {
    const { stored = null, printItems = [] } = draft ?? {}
    const template = pickTemplate(templates, stored?.sheetTemplateId ?? print.sheetTemplateId)
    if (!template) return null
    const film = {
      ...filmFor(template, template.destination),
      packing: stored?.packing ?? template.packing,
      labels: hasLabels(print, template),
    }
    return draftSheet(printItems, film, stored)
  }, [draft, templates, print])
  return (
    <span ref={box} className={classNames("block", packed && "thumb p-0!", className)}>
      {packed ? (
        <SheetMini packed={packed} marginPx={4} rollPx={4} className="size-full" />
      ) : (
        <PrintThumb print={print} className="size-full" />
      )}
    </span>
  )
}

/** Loads the draft's items and stored layout; again only once the draft has changed. */
function draftOptions({ _id, updatedAt }: PrintSummary) {
  return queryOptions({
    queryKey: ["draft-sheet", _id, updatedAt],
    queryFn: async () => {
      const params = { id: _id }
      const [{ printItems }, stored] = await Promise.all([
        apiData(prints.one, { params }),
        apiData(printLayouts.one, { params }),
      ])
      return { printItems, stored }
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { silent: true },
  })
}

/** Returns true from the moment the element first comes near the window. */
function useIsSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (isSeen || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => setSeen(entries.some((entry) => entry.isIntersecting)),
      { rootMargin: "100px" },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isSeen, element])
  return isSeen
}
