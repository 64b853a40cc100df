import { useMutation, useQuery } from "@tanstack/react-query"
import { Ruler } from "lucide-react"
import { useMemo, useState } from "react"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { edgeProblem } from "../../../contract/delivery/destination-words.ts"
import { pageUnit } from "../../../contract/length.ts"
import type { LayoutDocument } from "../../../contract/prints/layout.ts"
import type { Print } from "../../../contract/prints/print.ts"
import type { Packing } from "../../../contract/status.ts"
import { texts } from "../../../contract/text.ts"
import { FormatPicker } from "../../components/format-picker.tsx"
import { Field } from "../../components/ui/field.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { ApiFailure, failureWords } from "../../lib/api.ts"
import { useAuth } from "../../lib/auth.tsx"
import { plural } from "../../lib/format.ts"
import { formatLength } from "../../lib/length.ts"
import { awaitEnd } from "../../lib/live-progress.ts"
import { refresh } from "../../lib/query-client.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { handOfDocument } from "../sheet-preview/kept-layout.ts"
import { itemWarnings, type PreviewItem } from "../sheet-preview/preview-item.ts"
import { shownSheets } from "../sheet-preview/sheet-figures.tsx"
import { SheetMini } from "../sheet-preview/sheet-mini.tsx"
import { tooLargeAdvice, tooLargeTitle } from "../sheet-preview/sheet-panel.tsx"
import { type PackedSheets, useSheetLayout } from "../sheet-preview/use-sheet-layout.ts"
import { useStillSheet } from "../sheet-preview/use-still-sheet.ts"
import { WarningList } from "../sheet-preview/warning-list.tsx"
import { pickTemplate, templateLabel } from "../sizes/sheet-template.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { NoPlaceNotice, type Unplaced } from "../values/no-place.tsx"
import { WrittenFor } from "./destination-note.tsx"
import { InkSummary, needsTick } from "./ink-summary.tsx"
import { LabelsSwitch } from "./labels-switch.tsx"
import { PackingPicker } from "./packing-picker.tsx"
import { printOptions, processPrint, storedLayoutOptions } from "./print-calls.ts"
import { gapSentence, gapsOf } from "./print-gaps.ts"
import { copiesOf, previewOfPrint, printActions } from "./print-rules.ts"
import { ProcessCost } from "./process-cost.tsx"
import { type Agreed, savedAsIs, wishOf } from "./sheet-document.ts"
import { ExactSwitch, ShorterSheet } from "./shorter-sheet.tsx"
import { type DeskSheet, type LabelsChoice, useTemplateWith } from "./use-desk-sheet.ts"
import { useFormats } from "./use-formats.ts"
import { itemsToLookAt, usePrintInk } from "./use-print-ink.ts"
import { usePrintLabels } from "./use-print-labels.ts"

type ProcessModalProps = {
  /** The request of the sheet beneath; it counts as long as its template is the one picked. */
  asked: DeskSheet["asked"] | null
  /** Empty until they are loaded. */
  items: readonly PreviewItem[]
  copies: number
  /** Why it cannot be processed, in words, or null. */
  problem: string | null
  sheetTemplateId: string | null
  onTemplateChange: (sheetTemplateId: SheetTemplate["_id"]) => void
  /** Called if the sheet beneath takes the packing; else it only applies to this modal. */
  onPackingChange?: (packing: Packing) => void
  /** The print's own choice of labels; without it the template's holds. */
  labels?: LabelsChoice
  /** True for a print that costs nothing. */
  isTest?: boolean
  /** Called with the sheet on the screen; null if there is none, and the server packs. */
  onProceed: (agreed: Agreed) => void
  isWorking: boolean
  onClose: () => void
}

/** Shows the cost and the sheets of a print before a credit is spent. */
export function ProcessModal(props: ProcessModalProps) {
  const { items, copies, isTest = false, onClose, isWorking } = props
  const templates = useQuery(sheetTemplatesOptions())
  const [ownPacking, setOwnPacking] = useState<Packing | null>(null)
  const packing = ownPacking ?? props.asked?.packing ?? null
  const template = useTemplateWith(pickTemplate(templates.data?.data, props.sheetTemplateId), {
    packing,
    print: props.labels?.value ?? null,
  })
  const problem = props.problem ?? (template && edgeProblem(template.destination, template, pageUnit()))
  const isAsked = props.asked?.sheetTemplateId === template?._id && (props.asked?.packing ?? null) === packing
  const state = useSheetLayout(items, template, isAsked ? props.asked?.hand : undefined)
  const sheet = useStillSheet(state)
  const { still } = sheet
  const isSearching = state.kind === "packed" && state.search?.isOn === true
  const [isExact, setIsExact] = useState(false)
  // Unless it is wanted exactly as shown, the sheet on screen is the longest that is printed.
  const mayShorten = !isExact && (isSearching || sheet.shorterByIn > 0)
  const agreed = isExact ? still : sheet.newest
  const formats = useFormats()
  // The destination sets the file formats.
  const isDestined = template !== null && template.destination !== null
  const wantsFormat = !isDestined && formats.chosen.length === 0
  const inks = usePrintInk({ items, template })
  const inked = useMemo(() => itemsToLookAt(items, inks), [items, inks])
  const beingChecked = items.filter(({ id }) => inks.get(id)?.state === "waiting").length
  const [hasLooked, setHasLooked] = useState(false)
  const left = useAuth().user.credit.availableCredits - copies
  // The seller approves the sheet on screen, so there has to be one; it takes a moment.
  const isPacking = state.kind === "packing" || (state.kind === "packed" && still === null)
  const isBlocked =
    problem !== null ||
    (left < 0 && !isTest) ||
    copies === 0 ||
    state.kind === "too-large" ||
    wantsFormat ||
    (needsTick(inked) && !hasLooked)

  return (
    <ConfirmModal
      onClose={onClose}
      size="lg"
      title="Process this print?"
      description={describe(still, copies, mayShorten)}
      media={
        <SheetMini
          packed={still ?? shownSheets(state)}
          isPacking={isPacking}
          marginPx={26}
          rollPx={20}
          className="absolute inset-0"
        />
      }
      verb="Proceed"
      isDisabled={isBlocked}
      isWorking={isWorking || (isPacking && !isBlocked)}
      onConfirm={() =>
        props.onProceed({
          sheet: template && agreed && { packed: agreed, sheetTemplateId: template._id },
          formats: isDestined ? null : formats.chosen,
          goesOn: mayShorten && isSearching,
          hasLookedAtInk: needsTick(inked) && hasLooked,
        })
      }
    >
      <Field label="Sheet">
        <Select
          icon={<Ruler />}
          value={template?._id ?? ""}
          placeholder="Loading"
          isDisabled={template === null || isWorking}
          onValueChange={props.onTemplateChange}
          options={(templates.data?.data ?? []).map((one) => ({ value: one._id, label: templateLabel(one) }))}
        />
      </Field>
      {template && (
        <PackingPicker
          items={items}
          template={template}
          shownIn={still?.template.packing === template.packing ? still.lengthIn : null}
          onPick={(picked) => (props.onPackingChange ?? setOwnPacking)(picked)}
          isDisabled={isWorking}
        />
      )}
      {template && props.labels && (
        <LabelsSwitch isOn={template.labels} onChange={props.labels.onChange} isDisabled={isWorking} />
      )}
      {isDestined ? (
        <WrittenFor template={template} sheets={still?.layout.sheets.length ?? 1} />
      ) : (
        <FormatPicker {...formats} isDisabled={isWorking} />
      )}
      <ShorterSheet sheet={sheet} isSearching={isSearching} />
      {state.kind === "packed" && state.search !== null && (
        <ExactSwitch isOn={isExact} onChange={setIsExact} isDisabled={isWorking} />
      )}
      <div className="mt-2 grid grid-cols-1 gap-2">
        {problem !== null && <Notice tone="bad">{problem}</Notice>}
        {state.kind === "too-large" && template && (
          <Notice tone="bad">
            {tooLargeTitle(state.itemIds, items)}. {tooLargeAdvice(template)}
          </Notice>
        )}
        <NoPlaceNotice items={items.flatMap(unplacedPiece)} />
        {template && <WarningList warnings={itemWarnings(items, template)} />}
      </div>
      <InkSummary
        {...{ inked, beingChecked, copies, hasLooked }}
        sheetTemplateId={template?._id ?? null}
        onLookedChange={setHasLooked}
      />
      {isTest ? (
        <Notice tone="busy" className="mt-2">
          A test costs nothing. Its sheets carry a watermark, and nobody else gets them.
        </Notice>
      ) : (
        <ProcessCost copies={copies} />
      )}
    </ConfirmModal>
  )
}

type ProcessSavedModalProps = {
  /** The request of the sheet beneath; null if none is shown. */
  beneath: DeskSheet["asked"] | null
  printId: string
  /** The copies that the address names, until the print itself is loaded. */
  copies: number
  onClose: () => void
  onStarted: () => void
  /** Called when the start begins and ends. */
  onStarting?: (isStarting: boolean) => void
}

/** Processes a print that is already saved. */
export function ProcessSavedModal(props: ProcessSavedModalProps) {
  const { printId, copies, beneath, onClose, onStarted, onStarting } = props
  const query = useQuery(printOptions(printId))
  const [sheetTemplateId, setSheetTemplateId] = useState<string | null>(null)
  const print = query.data
  const labels = usePrintLabels(print)
  const stored = useQuery({ ...storedLayoutOptions(printId), enabled: beneath === null })
  const asked = useMemo(() => beneath ?? (stored.data ? askedOf(stored.data) : null), [beneath, stored.data])
  const items = useMemo(
    () => (stored.isLoading ? [] : previewOfPrint(print?.printItems ?? [])),
    [print, stored.isLoading],
  )
  const start = useMutation({
    mutationFn: (agreed: Agreed) =>
      processPrint(printId, wishOf(agreed, print && savedAsIs(print))).catch((error: unknown) => {
        if (isOfAnother(error)) error.message = CHANGED
        throw error
      }),
    onSuccess: () => {
      awaitEnd(printId)
      toastSuccess(texts.processingStarted)
      onStarted()
    },
    onMutate: () => onStarting?.(true),
    onSettled: () => onStarting?.(false),
    // The print has changed: it is loaded again, and packed again.
    onError: (error) => {
      if (isOfAnother(error)) void refresh("prints", "sheet-templates")
    },
  })
  return (
    <ProcessModal
      asked={asked}
      items={items}
      copies={print ? copiesOf(print.printItems) : copies}
      problem={problemOf(print, query.error)}
      sheetTemplateId={sheetTemplateId ?? asked?.sheetTemplateId ?? print?.sheetTemplateId ?? null}
      onTemplateChange={setSheetTemplateId}
      labels={labels}
      isTest={print?.isTest}
      onProceed={(agreed) => !start.isPending && start.mutate(agreed)}
      isWorking={start.isPending || query.isPending || stored.isLoading || labels?.isSaving === true}
      onClose={onClose}
    />
  )
}

const CHANGED = "This print was changed meanwhile, perhaps in another tab. Look at it again, then proceed."

/** Returns whether the sheet on the screen was of the print as it was before. */
function isOfAnother(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === "layout-invalid"
}

/** Returns the request of the layout stored with the print, as if it were shown beneath. */
function askedOf(layout: LayoutDocument): DeskSheet["asked"] {
  const { sheetTemplateId, packing } = layout
  return { hand: handOfDocument(layout), sheetTemplateId, packing }
}

function problemOf(print: Print | undefined, error: Error | null): string | null {
  if (!print) return error === null ? null : failureWords(error)
  if (printActions(print.status).process.kind !== "process") return texts.alreadyProcessed
  if (print.printItems.length === 0) return "Add at least one item"
  return gapSentence(gapsOf(previewOfPrint(print.printItems)))
}

function unplacedPiece({ unplacedId, image, order }: PreviewItem): Unplaced[] {
  return unplacedId && image && order ? [{ ...order, orderItemId: unplacedId, imageId: image._id }] : []
}

function describe(packed: PackedSheets | null, copies: number, mayShorten: boolean): string {
  const count = plural(copies, "copy", "copies")
  if (packed === null) return count
  const { sheets } = packed.layout
  const length = formatLength(packed.lengthIn)
  const goes = copies === 1 ? "goes" : "go"
  const most = mayShorten ? "at most " : ""
  if (sheets.length === 1) return `${count} ${goes} onto one sheet, ${most}${length} long.`
  return `${count} ${goes} onto ${most}${sheets.length} sheets, ${most}${length} of film.`
}
