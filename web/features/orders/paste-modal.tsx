import { useMutation, useQuery } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import type { SkuPairResult } from "../../../contract/artwork/suggestion.ts"
import { MAX_SKU_LINES } from "../../../contract/limit.ts"
import { Field } from "../../components/ui/field.tsx"
import { ConfirmModal } from "../../components/ui/modal.tsx"
import { TextArea } from "../../components/ui/text-area.tsx"
import { formatCount, plural } from "../../lib/format.ts"
import { toastSuccess } from "../../lib/toast.tsx"
import { useSettled } from "../../lib/use-settled.ts"
import { matchSkus } from "../matching/match-calls.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { readSkuLines, type SkuLine } from "./sku-lines.ts"

/** The pause in typing before the lines are looked up. */
const PAUSE_MS = 250

/** Matches images to pasted SKUs: it shows each line's meaning first, then applies all matches at once. */
export function PasteModal({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("")
  const lines = useMemo(() => readSkuLines(text).slice(0, MAX_SKU_LINES), [text])
  const asked = useSettled(lines, PAUSE_MS)
  const look = useQuery({
    queryKey: ["orders", "sku-lines", asked],
    queryFn: () => matchSkus(asked, true),
    enabled: asked.length > 0,
    placeholderData: (previous) => previous,
  })
  const results = lines === asked && !look.isPlaceholderData ? look.data : undefined
  const matched = results?.filter(({ problem }) => problem === null).length ?? 0
  const match = useMutation({
    mutationFn: () => matchSkus(asked, false),
    onSuccess: () => {
      toastSuccess(`${plural(matched, "SKU line")} matched`)
      onClose()
    },
  })
  return (
    <ConfirmModal
      onClose={onClose}
      size="lg"
      title="Paste a list of SKUs"
      description="One SKU per line, followed by the file name of its image. You can paste two columns from a spreadsheet."
      verb={
        results === undefined || matched === lines.length
          ? `Match ${plural(matched, "line")}`
          : `Match ${formatCount(matched)} of ${plural(lines.length, "line")}`
      }
      isDisabled={matched === 0}
      isWorking={match.isPending}
      isChanged={text !== "" && !match.isPending}
      onConfirm={() => match.mutate()}
    >
      <Field label="SKU and file name">
        <TextArea
          rows={6}
          data-autofocus
          spellCheck={false}
          placeholder={"GOOD-VIBES-3.5IN, good-vibes.png\nLUNA-MOTH-10IN, luna-moth.png"}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="font-mono"
        />
      </Field>
      <p role="status" className="mt-3 text-sm text-ink-2">
        {wordsOf(lines.length, results, matched)}
      </p>
      {asked.length > 0 && look.data && (
        <ol aria-label="Lines" className="mt-2 divide-y divide-line-soft pb-1 text-sm">
          {asked.map((line, at) => (
            <LineRow key={line.line} line={line} result={look.data[at]} />
          ))}
        </ol>
      )}
    </ConfirmModal>
  )
}

function LineRow({ line, result }: { line: SkuLine; result: SkuPairResult | undefined }) {
  return (
    <li className="flex items-center gap-3 py-1.5">
      <span className="w-8 flex-none text-right text-xs text-ink-3 tabular-nums">{line.line}</span>
      <span className="min-w-0 flex-1 truncate" title={line.sku}>
        {line.sku || "No SKU"}
      </span>
      {result?.problem ? (
        <span className="min-w-0 flex-1 text-bad-ink">{result.problem}</span>
      ) : (
        <span className="flex min-w-0 flex-1 items-center gap-2">
          <ArtworkPicture
            path={result?.image?.previewFile?.path ?? null}
            className="size-8 flex-none rounded-xs p-0.5"
          />
          <span className="min-w-0 flex-1">
            <span className="block truncate" title={result?.image?.name}>
              {result?.image?.name}
            </span>
            <span className="text-xs text-ink-3">
              {result?.waiting ? `${plural(result.waiting, "item")} waiting` : "For later orders"}
            </span>
          </span>
        </span>
      )}
    </li>
  )
}

function wordsOf(lines: number, results: readonly SkuPairResult[] | undefined, matched: number): string {
  if (lines === 0) return `At most ${formatCount(MAX_SKU_LINES)} lines at once.`
  if (results === undefined) return `Looking up ${plural(lines, "line")}…`
  const waiting = results.reduce((sum, one) => sum + (one.problem === null ? one.waiting : 0), 0)
  const wrong = results.length - matched
  const problems = wrong === 0 ? "" : ` ${plural(wrong, "line")} cannot be matched.`
  return `${plural(matched, "line")} for ${plural(waiting, "waiting item")}.${problems}`
}
