import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Droplet } from "lucide-react"
import { useMemo, useState } from "react"
import { z } from "zod"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { listedIdsSchema } from "../../../contract/id.ts"
import { MAX_MENDS } from "../../../contract/limit.ts"
import { buttonVariants } from "../../components/ui/button.tsx"
import { plural } from "../../lib/format.ts"
import { formatTyped } from "../../lib/length.ts"
import { useSearch, useSetSearchParams } from "../../lib/search-params.ts"
import { HistoryButton } from "../artwork-text/history-button.tsx"
import { LeaveGuard } from "../artwork-text/leave-guard.tsx"
import { useEditorKeys } from "../artwork-text/use-editor-keys.ts"
import { imagesNowOptions } from "../images/image-calls.ts"
import { inkOptions } from "../images/ink-calls.ts"
import { changedBy } from "../images/mend-plan.ts"
import { pickTemplate } from "../sizes/sheet-template.ts"
import { allSizesOptions, sheetTemplatesOptions } from "../sizes/size-calls.ts"
import { SizePicker } from "../sizes/size-picker.tsx"
import { AddMend } from "./add-mend.tsx"
import { AppliesTo } from "./applies-to.tsx"
import { MendBar, useMendSave } from "./mend-bar.tsx"
import {
  addAsked,
  addMend,
  changeMend,
  isTextMended,
  type MendDraft,
  mendsBefore,
  moveMend,
  onesOn,
  removeMend,
  savedOf,
} from "./mend-draft.ts"
import { drawingWords, usualMends } from "./mend-kinds.ts"
import { MendList } from "./mend-list.tsx"
import { views } from "./mend-stage.tsx"
import { MendView } from "./mend-view.tsx"
import { useMendDraft } from "./use-mend-draft.ts"
import { WhatIsLeft } from "./what-is-left.tsx"

const mendSearchSchema = z.object({
  widthIn: z.coerce.number().positive().optional().catch(undefined),
  sheetTemplateId: z.string().optional().catch(undefined),
  view: z.enum(views.map(({ value }) => value)).catch("split"),
  /** The place of the open mend in the list, counted from 1. */
  open: z.coerce.number().int().min(1).optional().catch(undefined),
  /** The images that were picked with this one, and whether they are mended like it. */
  with: listedIdsSchema.catch([]),
  to: z.enum(["one", "all"]).catch("all"),
})

/** Shows an image before and after its mends, and the mends in their order beside it. */
export function MendEditor({ image }: { image: Image }) {
  const {
    widthIn = null,
    sheetTemplateId = null,
    view,
    open,
    with: otherIds,
    to,
  } = useSearch(mendSearchSchema)
  const setParams = useSetSearchParams()
  const template = pickTemplate(useQuery(sheetTemplatesOptions()).data?.data, sheetTemplateId)
  // A link may name a template that is deleted by now: the default one is picked in its place.
  const under = sheetTemplateId && (template?._id ?? sheetTemplateId)
  const ink = useQuery(inkOptions(image._id, widthIn, under)).data
  const sizes = useQuery(allSizesOptions()).data?.data ?? []
  const state = useMendDraft(image.mends)
  const { draft } = state
  const opened = open === undefined ? undefined : draft[open - 1]
  const [picking, setPicking] = useState<string | null>(null)
  const on = useMemo(() => onesOn(savedOf(draft)), [draft])
  const found = useQuery(imagesNowOptions(otherIds)).data
  const others = useMemo(() => [...(found?.values() ?? [])].flatMap((other) => other ?? []), [found])
  // Whether texts are mended too is each image's own.
  const added = on.filter(({ kind }) => kind !== "include-text")
  const changed = to === "all" ? changedBy(added, others) : []
  const saving = useMendSave(image._id, state, { ids: changed, mends: added, mode: "fit" })
  const width = ink?.widthIn ?? widthIn
  const size = width === null ? null : (sizes.find(({ value }) => value === width) ?? sizeAt(width))

  useEditorKeys((key) => {
    if (key === "save") void saving.save()
    else if (key !== "copy") step(key)
  })

  /** Undoes or redoes a step; the mend that is open stays so. */
  function step(key: "undo" | "redo") {
    const draftThen = key === "undo" ? state.previous : state.next
    if (draftThen === undefined) return
    state[key]()
    if (opened) openAt(placeIn(draftThen, opened.key))
  }

  function openAt(place: number | null) {
    setPicking(null)
    setParams({ open: place === null ? null : place + 1 })
  }

  function add(kind: Mend["kind"]) {
    const added = addMend(draft, usualMends[kind])
    state.change(() => added.draft)
    openAt(added.at)
  }

  function change(key: string, mend: Mend, mark: string | null) {
    state.change((before) => changeMend(before, key, mend), mark)
  }

  /** Moves a mend; the one that is open stays so. */
  function move(key: string, place: number) {
    const next = moveMend(draft, key, place)
    if (next === draft) return
    state.change(() => next)
    if (opened) openAt(placeIn(next, opened.key))
  }

  function remove(key: string) {
    const next = removeMend(draft, key)
    state.change(() => next)
    if (opened) openAt(placeIn(next, opened.key))
  }

  function pickColour(colour: string) {
    setPicking(null)
    if (!opened || picking === null) return
    change(opened.key, { ...opened.mend, [picking]: colour } as Mend, null)
  }

  return (
    <div className="-mx-4 -mt-5 -mb-10 flex flex-col md:-mx-8 md:flex-row">
      <div className="contents md:flex md:h-[calc(100dvh-3.5rem)] md:min-h-140 md:min-w-0 md:flex-1 md:flex-col md:px-8 md:pt-5 md:pb-5">
        <div className="flex items-center gap-1 px-4 pt-5 md:p-0">
          <div className="min-w-0 flex-1">
            <h1 className="truncate font-[640] text-xl">{image.name}</h1>
            <p className="mt-0.5 text-ink-2 text-sm coarse:hidden">Mends lie on top. The original is kept.</p>
          </div>
          <HistoryButton command="undo" isOn={state.previous !== undefined} onClick={() => step("undo")} />
          <HistoryButton command="redo" isOn={state.next !== undefined} onClick={() => step("redo")} />
        </div>
        <MendView
          image={image}
          mends={on}
          widthIn={width}
          template={template}
          view={view}
          onView={(value) => setParams({ view: value === "split" ? null : value })}
          crop={
            opened?.mend.kind === "crop"
              ? {
                  crop: opened.mend,
                  below: onesOn(mendsBefore(draft, opened.key)),
                  onChange: (box, mark) => change(opened.key, { ...opened.mend, ...box } as Mend, mark),
                  onSettle: state.settle,
                }
              : null
          }
          onColour={picking === null ? null : pickColour}
        >
          <SizePicker
            label="Printed size"
            placeholder="Size"
            chosen={size}
            sizes={sizes}
            isQuiet
            className="w-36 flex-none md:w-48"
            onPick={({ value }) => setParams({ widthIn: value }, { push: true })}
          />
        </MendView>
      </div>
      <aside
        aria-label="Mends"
        className="flex w-full flex-none flex-col border-line bg-surface coarse:border-t md:sticky md:top-14 md:h-[calc(100dvh-3.5rem)] md:w-100 md:border-l"
      >
        <div className="min-h-0 flex-1 p-4 md:overflow-y-auto">
          <div className="flex items-center justify-between">
            <h2 className="font-[620] text-base">
              Mends{" "}
              {draft.length > 0 && (
                <span className="font-[450] text-ink-3">
                  {on.length} of {draft.length} on
                </span>
              )}
            </h2>
            <AddMend
              onAdd={add}
              isFull={draft.length >= MAX_MENDS}
              offersText={image.layers.length > 0 && !draft.some(({ mend }) => mend.kind === "include-text")}
            />
          </div>
          {draft.length === 0 ? (
            <p className="mt-1.5 rounded-lg border border-line border-dashed px-4 py-5 text-center text-ink-2 text-sm">
              It prints as it was uploaded. Add a mend to change that; the original is kept.
            </p>
          ) : (
            <>
              <MendList
                draft={draft}
                openKey={opened?.key ?? null}
                onOpen={(key) => openAt(key === null ? null : placeIn(draft, key))}
                onChange={change}
                onMove={move}
                onRemove={remove}
                onSettle={state.settle}
                picking={picking}
                onPick={setPicking}
              />
              <p className="mt-2.5 text-ink-3 text-xs">
                {draft.length > 1 && "Made from top to bottom; drag to change the order. "}
                {image.layers.length > 0 && !isTextMended(on) && "Texts lie above them. "}
                {on.some(({ kind }) => kind === "halftone") &&
                  "Soft edges end in dots, a little inside the printed width. "}
                {drawingWords(image, on)}
              </p>
            </>
          )}
          {otherIds.length > 0 && (
            <AppliesTo
              name={image.name}
              others={others}
              count={otherIds.length + 1}
              areAll={to === "all"}
              isChanged={(id) => changed.includes(id)}
              onAll={(areAll) => setParams({ to: areAll ? null : "one" })}
            />
          )}
          <WhatIsLeft ink={ink} on={on} onAdd={(mend) => state.change((before) => addAsked(before, mend))} />
          <Link
            to="/images/$imageId/ink"
            params={{ imageId: image._id }}
            search={{
              ...(widthIn === null ? {} : { widthIn: String(widthIn) }),
              ...(under === null ? {} : { sheetTemplateId: under }),
            }}
            className={buttonVariants({ variant: "ghost", size: "sm", className: "-ml-2.5 mt-1" })}
          >
            <Droplet /> Look at the ink
          </Link>
        </div>
        <MendBar
          imageId={image._id}
          isDirty={state.isDirty}
          verb={
            changed.length === 0
              ? "Save"
              : `Mend ${plural(changed.length + (state.isDirty ? 1 : 0), "image")}`
          }
          saving={saving}
        />
      </aside>
      <LeaveGuard
        isDirty={state.isDirty}
        isSaving={saving.isPending}
        description="Your changes to this artwork's mends are not saved yet."
        onSave={saving.save}
      />
    </div>
  )
}

/** Returns the place of a mend in a list; null if it is not there. */
function placeIn(draft: MendDraft, key: string): number | null {
  const place = draft.findIndex((one) => one.key === key)
  return place < 0 ? null : place
}

/** Returns a width that is none of the seller's sizes as the picker shows one. */
function sizeAt(widthIn: number) {
  return { _id: "", name: formatTyped(widthIn), value: widthIn }
}
