import { useMutation, useQuery } from "@tanstack/react-query"
import { Ruler } from "lucide-react"
import { useMemo, useState } from "react"
import type { SheetTemplate } from "../../../contract/artwork/size.ts"
import { filmFor } from "../../../contract/delivery/destination-film.ts"
import { edgeProblem } from "../../../contract/delivery/destination-words.ts"
import { USUAL_FORMATS } from "../../../contract/delivery/sheet-format.ts"
import { pageUnit } from "../../../contract/length.ts"
import type { PrintSummary } from "../../../contract/prints/print.ts"
import { texts } from "../../../contract/text.ts"
import { FormatPicker } from "../../components/format-picker.tsx"
import { formatWords } from "../../components/format-words.ts"
import { Button } from "../../components/ui/button.tsx"
import { Field } from "../../components/ui/field.tsx"
import { Modal } from "../../components/ui/modal.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import { Select } from "../../components/ui/select.tsx"
import { useAuth } from "../../lib/auth.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useBuyCredits } from "../credits/use-buy-credits.ts"
import { inkNames } from "../images/ink-names.ts"
import { templateLabel } from "../sizes/sheet-template.ts"
import { sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { type BulkPlan, outcomeWords, planBulk } from "./bulk-rules.ts"
import { WrittenFor } from "./destination-note.tsx"
import { LookedTick } from "./ink-summary.tsx"
import { inkOfPrintsOptions, processPrints } from "./print-calls.ts"
import { useFormats } from "./use-formats.ts"

type ProcessPrintsModalProps = {
  prints: readonly PrintSummary[]
  onClose: (hasStarted: boolean) => void
}

/** Shows the cost of processing several prints, and which cannot be processed and why. */
export function ProcessPrintsModal({ prints, onClose }: ProcessPrintsModalProps) {
  const { availableCredits } = useAuth().user.credit
  const templates = useQuery(sheetTemplatesOptions()).data?.data ?? []
  const [templateId, setTemplateId] = useState<SheetTemplate["_id"] | "">("")
  const formats = useFormats()
  const template = templates.find(({ _id }) => _id === templateId)
  // The layout stored with a print may determine its template.
  const isDestined = (template ? [template] : templates).some(({ destination }) => destination !== null)
  const cutOff = template ? edgeProblem(template.destination, template, pageUnit()) : null
  const start = useMutation({
    mutationFn: (call: { ids: string[] }) =>
      processPrints(call.ids, {
        ...(templateId === "" ? {} : { sheetTemplateId: templateId }),
        ...(isDestined ? {} : { formats: [...formats.chosen] }),
      }),
    onSuccess: (outcomes) => {
      if (!outcomes.every((outcome) => "status" in outcome)) return
      toastSuccess(texts.processingStarted)
      onClose(true)
    },
  })
  // The request stays on screen, even if prints and balance change in the meantime.
  const [kept, setKept] = useState<BulkPlan<PrintSummary> | null>(null)
  const plan = kept ?? planBulk(prints, availableCredits)
  const { runs, skipped, credits, short } = plan
  const buyCredits = useBuyCredits(short)
  const ids = useMemo(() => runs.map(({ _id }) => _id), [runs])
  const inks = useQuery(inkOfPrintsOptions(ids, templateId === "" ? null : templateId))
  const showing = (inks.data ?? []).filter(({ pieces }) => pieces > 0)
  const pieces = showing.reduce((sum, ink) => sum + ink.pieces, 0)
  /** How many pieces there were to look at when the seller said so: more of them ask again. */
  const [looked, setLooked] = useState(0)
  const hasLooked = looked >= pieces
  const nameOf = (id: string) => runs.find(({ _id }) => _id === id)?.name ?? ""
  const outcomes = start.data
  const close = () => onClose(outcomes?.some((outcome) => "status" in outcome) === true)
  const refused = (outcomes ?? []).flatMap((outcome) =>
    "message" in outcome ? [{ ...outcome, name: nameOf(outcome._id) }] : [],
  )

  return (
    <Modal
      onClose={close}
      size="md"
      title={`Process ${plural(runs.length, "print")}?`}
      description={
        skipped.length === 0
          ? `${plural(credits, "copy", "copies")} in all.`
          : `${runs.length} of ${prints.length} can be processed.`
      }
      footer={
        outcomes ? (
          <Button onClick={close}>Close</Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            {short > 0 && <Button onClick={() => buyCredits()}>Buy Credits</Button>}
            <Button
              variant="primary"
              disabled={
                runs.length === 0 ||
                cutOff !== null ||
                (!isDestined && formats.chosen.length === 0) ||
                inks.isLoading ||
                !hasLooked
              }
              isLoading={start.isPending}
              onClick={() => {
                setKept(plan)
                start.mutate({ ids: runs.map(({ _id }) => _id) })
              }}
            >
              Proceed
            </Button>
          </>
        )
      }
    >
      {outcomes === undefined ? (
        <>
          <Field label="Sheet">
            <Select<SheetTemplate["_id"] | "">
              icon={<Ruler />}
              value={templateId}
              isDisabled={start.isPending}
              onValueChange={setTemplateId}
              options={[
                { value: "", label: "As set for each print" },
                ...templates.map((one) => ({ value: one._id, label: templateLabel(one) })),
              ]}
            />
          </Field>
          {!isDestined && <FormatPicker {...formats} isDisabled={start.isPending} />}
          {isDestined && template && <WrittenFor template={filmFor(template, template.destination)} />}
          {isDestined && !template && (
            <p className="mt-3 text-sm text-ink-2">
              If a print’s sheet template has a destination, the destination sets the file formats. All other
              prints are written as {formatWords[USUAL_FORMATS[0]].name}.
            </p>
          )}
          <dl className="mt-2 divide-y divide-line-soft text-base">
            <Line label="Balance" value={plural(availableCredits, "credit")} />
            <Line
              label={`${plural(credits, "copy", "copies")}, 1 credit each`}
              value={`−${formatCount(credits)}`}
            />
            <Line label="Left after processing" value={plural(availableCredits - credits, "credit")} />
          </dl>
          {short > 0 && (
            <Notice tone="bad" className="mt-2">
              To process all of them, you need {plural(short, "credit")} more.
            </Notice>
          )}
          <Notice tone="bad" className="mt-2">
            {cutOff}
          </Notice>
          {pieces > 0 && (
            <>
              <Reasons
                title={`${plural(pieces, "piece")} to look at`}
                rows={showing.map(({ _id, pieces: some, codes }) => ({
                  id: _id,
                  name: nameOf(_id),
                  reason: `${plural(some, "piece")}: ${codes.map((code) => inkNames[code].toLowerCase()).join(", ")}`,
                }))}
              />
              <LookedTick
                {...{ pieces, hasLooked }}
                onLookedChange={(isOn) => setLooked(isOn ? pieces : 0)}
              />
            </>
          )}
          {skipped.length > 0 && (
            <Reasons
              title={`${plural(skipped.length, "print")} will not be processed`}
              rows={skipped.map(({ print, reason }) => ({ id: print._id, name: print.name, reason }))}
            />
          )}
        </>
      ) : (
        <>
          <p>{outcomeWords(outcomes, "started").good || "No print was started."}</p>
          <Reasons
            title={`${plural(refused.length, "print")} did not start`}
            rows={refused.map(({ _id, name, message }) => ({ id: _id, name, reason: message }))}
          />
        </>
      )}
    </Modal>
  )
}

function Line({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="tabular-nums">{value}</dd>
    </div>
  )
}

/** The most reasons shown; more would be scrolled past. */
const MAX_REASONS = 20

type ReasonsProps = { title: string; rows: readonly { id: string; name: string; reason: string }[] }

function Reasons({ title, rows }: ReasonsProps) {
  return (
    <section aria-label={title} className="mt-3">
      <h3 className="text-sm font-[620]">{title}</h3>
      <ul className="mt-1 divide-y divide-line-soft border-line-soft border-y text-sm">
        {rows.slice(0, MAX_REASONS).map(({ id, name, reason }) => (
          <li key={id} className="py-2">
            <div className="truncate font-[550]">{name}</div>
            <div className="text-ink-2">{reason}</div>
          </li>
        ))}
      </ul>
      {rows.length > MAX_REASONS && (
        <p className="mt-1 text-sm text-ink-2">And {formatCount(rows.length - MAX_REASONS)} more.</p>
      )}
    </section>
  )
}
