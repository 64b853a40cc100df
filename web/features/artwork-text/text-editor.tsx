import { useMemo, useRef, useState } from "react"
import type { Font } from "../../../contract/artwork/font.ts"
import type { Image } from "../../../contract/artwork/image.ts"
import { Button } from "../../components/ui/button.tsx"
import { Notice } from "../../components/ui/notice.tsx"
import type { Garment } from "../sheet-preview/garment.ts"
import { GarmentPicker } from "../sheet-preview/garment-picker.tsx"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { problemsOf } from "./draft-problems.ts"
import { HistoryButton } from "./history-button.tsx"
import { LeaveGuard } from "./leave-guard.tsx"
import { PrintedModal } from "./printed-modal.tsx"
import { SaveBar, useTextSave } from "./save-bar.tsx"
import { addText, changeLayer, copyLayer, type NewText, removeLayer } from "./text-draft.ts"
import { TextList } from "./text-list.tsx"
import { TextPanel } from "./text-panel.tsx"
import { rowsOf } from "./text-rows.ts"
import { TextStage } from "./text-stage.tsx"
import { taskOf } from "./text-task.ts"
import { TrialStrip, TryFields } from "./trial-strip.tsx"
import { useBasePicture } from "./use-base-picture.ts"
import { useDrawnTexts } from "./use-drawn-texts.ts"
import { useEditorKeys } from "./use-editor-keys.ts"
import { useTextDraft } from "./use-text-draft.ts"
import { useTrials } from "./use-trials.ts"
import type { WordedField } from "./worded-fields.ts"

type TextEditorProps = {
  image: Image
  fonts: readonly Font[]
  inArtwork: readonly string[]
  /** The words of a buyer, for artwork that has no field yet. */
  words: readonly WordedField[]
}

let newTexts = 0

/** Shows the artwork in the middle, its texts and their properties beside it. */
export function TextEditor({ image, fonts, inArtwork, words: asked }: TextEditorProps) {
  const state = useTextDraft(image, asked)
  const { draft } = state
  const rows = useMemo(() => rowsOf(draft), [draft])
  const [pickedId, setPickedId] = useState<string | null>(() => rows[0]?.id ?? null)
  const picked = rows.find(({ id }) => id === pickedId) ?? null
  const [garment, setGarment] = useState<Garment | null>(null)
  const isPale = useIsPale(image.previewFile?.path ?? null)
  const ground = garment ?? (isPale ? "black" : "film")
  const [isPrinted, setIsPrinted] = useState(false)
  const words = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const problems = useMemo(() => problemsOf(draft), [draft])

  const tried = useTrials(draft.fields, inArtwork)
  const { trials, values } = tried
  const canvas = useMemo(() => ({ width: image.widthPx ?? 1, height: image.heightPx ?? 1 }), [image])
  const task = useMemo(
    () => taskOf(draft, fonts, canvas, [values, ...trials.map((trial) => trial.values)]),
    [draft, fonts, canvas, values, trials],
  )
  const { answer, isFailed } = useDrawnTexts(task)
  const [shown = [], ...drawnTrials] = answer?.sets ?? []
  const base = useBasePicture(image, inArtwork, values)
  const sampleBase = useBasePicture(image, inArtwork, trials[0].values)

  const [firstProblem] = problems.values()
  const saving = useTextSave(image._id, state, firstProblem)

  function add(what: NewText, box?: Parameters<typeof addText>[3]) {
    newTexts += 1
    const key = `new-${newTexts}`
    state.change((before) => addText(before, what, key, box))
    setPickedId(key)
    tried.pick("sample")
    requestAnimationFrame(() => words.current?.select())
  }

  function remove(key: string) {
    const at = rows.findIndex(({ id }) => id === key)
    setPickedId(rows[at + 1]?.id ?? rows[at - 1]?.id ?? null)
    state.change((before) => removeLayer(before, key, inArtwork))
  }

  function copy() {
    if (!picked?.layer) return
    newTexts += 1
    const key = `new-${newTexts}`
    const { layer } = picked
    state.change((before) => copyLayer(before, layer.key, key))
    setPickedId(key)
  }

  useEditorKeys((key) => {
    if (key === "save") void saving.save()
    else if (key === "copy") copy()
    else state[key]()
  })

  return (
    <div className="-mx-4 -mt-5 -mb-10 flex flex-col md:-mx-8 md:flex-row">
      <div className="contents md:flex md:h-[calc(100dvh-3.5rem)] md:min-h-140 md:min-w-0 md:flex-1 md:flex-col md:px-8 md:pt-5 md:pb-6">
        <div className="flex items-center gap-3 px-4 pt-5 md:p-0">
          <div className="min-w-0 flex-1">
            <h1 className="truncate text-xl font-[640]">{image.name}</h1>
            <p className="mt-0.5 text-ink-2 text-sm">{sentence(draft.fields.map(({ label }) => label))}</p>
          </div>
          <HistoryButton command="undo" isOn={state.canUndo} onClick={state.undo} />
          <HistoryButton command="redo" isOn={state.canRedo} onClick={state.redo} />
        </div>
        {/* Stays visible on a phone while its properties are changed. */}
        <div className="sticky top-14 z-10 bg-canvas px-4 py-3 md:static md:z-auto md:mt-4 md:flex md:min-h-0 md:flex-1 md:flex-col md:p-0 [@media(max-height:36rem)]:static">
          <TextStage
            canvas={canvas}
            baseUrl={base.url}
            garment={ground}
            rows={rows}
            drawings={shown}
            pickedId={pickedId}
            onPick={setPickedId}
            onBox={(key, box, mark) => state.change((before) => changeLayer(before, key, { box }), mark)}
            onArc={(key, arc, mark) => state.change((before) => changeLayer(before, key, { arc }), mark)}
            onSettle={state.settle}
            onNew={(box) => add({ kind: "text" }, box)}
            onRemove={remove}
            onWrite={(key) => {
              setPickedId(key)
              requestAnimationFrame(() => words.current?.focus())
            }}
          />
        </div>
        <div className="px-4 pb-5 md:p-0">
          {base.isFailed && (
            <Notice
              tone="warn"
              className="mt-3"
              action={
                <Button size="sm" onClick={base.again}>
                  Try again
                </Button>
              }
            >
              The artwork could not be loaded.
            </Notice>
          )}
          {isFailed && (
            <Notice tone="bad" className="mt-3">
              This browser cannot draw the texts. Use “As printed” to see them.
            </Notice>
          )}
          <div className="flex items-center justify-between gap-3 coarse:flex-wrap coarse:gap-y-2 md:mt-3">
            <span className="text-ink-2 text-sm coarse:w-full">Seen on</span>
            <GarmentPicker value={ground} onChange={setGarment} />
          </div>
          <TrialStrip
            trials={trials}
            drawings={drawnTrials}
            pickedKey={tried.pickedKey}
            onPick={tried.pick}
            canvas={canvas}
            baseUrl={sampleBase.url}
            garment={ground}
          />
          <TryFields
            fields={draft.fields}
            values={tried.ownValues}
            onChange={tried.tryOwn}
            onPrinted={() => setIsPrinted(true)}
          />
        </div>
      </div>
      <aside
        aria-label="Properties"
        className="flex w-full flex-none flex-col border-line bg-surface coarse:border-t md:sticky md:top-14 md:h-[calc(100dvh-3.5rem)] md:w-100 md:border-l"
      >
        <div className="min-h-0 flex-1 p-4 md:overflow-y-auto">
          <TextList
            rows={rows}
            fields={draft.fields}
            drawings={drawnTrials[0] ?? shown}
            pickedId={pickedId}
            onPick={setPickedId}
            onAdd={add}
          />
          {picked && (
            <TextPanel
              key={picked.id}
              row={picked}
              state={state}
              fonts={fonts}
              problems={problems}
              drawings={drawnTrials[0] ?? shown}
              words={words}
              inArtwork={inArtwork}
              onCopy={copy}
              onRemove={remove}
            />
          )}
        </div>
        <SaveBar imageId={image._id} isDirty={state.isDirty} problem={firstProblem} saving={saving} />
      </aside>
      <LeaveGuard
        isDirty={state.isDirty}
        isSaving={saving.isPending}
        description="Your changes to this artwork's text are not saved yet."
        onSave={saving.save}
      />
      {isPrinted && (
        <PrintedModal
          imageId={image._id}
          name={image.name}
          draft={draft}
          values={values}
          garment={ground}
          onClose={() => setIsPrinted(false)}
        />
      )}
    </div>
  )
}

/** `Name and Number are different on each piece.` */
function sentence(labels: readonly string[]): string {
  if (labels.length === 0) return "Add a name or a number that is different on each piece."
  const listed = new Intl.ListFormat("en").format(labels)
  return `${listed} ${labels.length === 1 ? "is" : "are"} different on each piece.`
}
