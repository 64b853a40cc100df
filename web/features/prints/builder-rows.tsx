import { lazyRouteComponent } from "@tanstack/react-router"
import { ClipboardPaste, ListPlus, Plus } from "lucide-react"
import { type ClipboardEvent, Suspense, useMemo, useState } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { Button } from "../../components/ui/button.tsx"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { useRowWindow } from "../../components/ui/use-row-window.ts"
import { asCommand } from "../../lib/as-command.ts"
import { formatCount } from "../../lib/format.ts"
import { useIsWide } from "../../lib/media-query.ts"
import { useModalParam } from "../../lib/use-search-modal.ts"
import { useStableCallback } from "../../lib/use-stable-callback.ts"
import type { PreviewItem } from "../sheet-preview/preview-item.ts"
import { BulkBar } from "./bulk-bar.tsx"
import { InkRowsContext } from "./ink-rows.ts"
import { ItemRow, type RowActs } from "./item-row.tsx"
import type { DraftItem, RowChange } from "./print-draft.ts"
import type { DeskSheet } from "./use-desk-sheet.ts"
import type { DraftRows } from "./use-draft-rows.ts"
import { useShownInHand } from "./use-shown-in-hand.ts"
import type { TickedRows } from "./use-ticked-rows.ts"

type BuilderRowsProps = {
  items: readonly DraftItem[]
  rows: DraftRows
  ticked: TickedRows
  sheet: DeskSheet
  /** Undefined until they are loaded. */
  sizes: readonly Size[] | undefined
  onSet: (values: ReadonlyMap<string, RowChange>) => void
  emptyWords: string
  onAddItem: () => void
  onRoster: () => void
}

const noSizes: readonly Size[] = []
/** The usual height of a row; drawn rows are measured. */
const ROW_PX = { wide: 57, phone: 121 }
/** The preview of a row that the sheet has not taken yet. */
const noPreview: PreviewItem = { id: "", image: null, widthIn: null, quantity: 1, order: null }

const EditValuesModal = lazyRouteComponent(() => import("./edit-values-modal.tsx"), "EditValuesModal")
const PasteModal = lazyRouteComponent(() => import("./paste-modal.tsx"), "PasteModal")

/** Lists what is printed, one row each, with actions for several rows at once. */
export function BuilderRows(props: BuilderRowsProps) {
  const { items, rows, ticked, sheet, onSet, sizes = noSizes } = props
  const { template, hoveredId, hand } = sheet
  const [pasting, setPasting] = useState<{ items: readonly DraftItem[]; text: string } | null>(null)
  const editing = useModalParam("editText")
  const edited = items.find(({ key }) => key === editing.value)
  const acts = useRowActs(props, editing.open)
  const rowIds = useMemo(() => items.map(({ key }) => key), [items])
  const rowWindow = useRowWindow(rowIds, { rowPx: useIsWide() ? ROW_PX.wide : ROW_PX.phone })
  useShownInHand(hand?.pickedItemIds)
  const inkRows = useMemo(() => ({ items: sheet.items, template }), [sheet.items, template])
  const previews = useMemo(() => new Map(sheet.items.map((row) => [row.id, row])), [sheet.items])
  const set = (values: { size?: Size; quantity?: number }) =>
    onSet(new Map(ticked.items.map(({ key }) => [key, values])))

  /** Pastes a column into the row of the focused field and those below, as in a spreadsheet. */
  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text")
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null
    const from = items.findIndex(({ key }) => key === row?.dataset.row)
    if (from < 0 || !/[\n\t]/.test(text.trim())) return
    event.preventDefault()
    setPasting({ items: items.slice(from), text })
  }

  return (
    <section aria-label="Items" className="mt-6" onPaste={paste}>
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        {items.length > 0 && (
          <Checkbox
            label="Select all rows"
            checked={ticked.all}
            onCheckedChange={ticked.setAll}
            className="mr-2 ml-3"
          />
        )}
        <h2 className="flex-1 text-base font-[620] whitespace-nowrap">
          Items <span className="font-[450] text-ink-3 tabular-nums">{formatCount(items.length)}</span>
        </h2>
        {items.length > 0 && (
          <>
            <Button variant="ghost" size="sm" onClick={() => rows.remove(items.map(({ key }) => key))}>
              Clear
            </Button>
            <Button
              variant="ghost"
              size="sm"
              icon={<ClipboardPaste />}
              {...asCommand("paste-items")}
              onClick={() => setPasting({ items: ticked.items.length > 0 ? ticked.items : items, text: "" })}
            >
              Paste
            </Button>
          </>
        )}
        <Button
          variant="ghost"
          size="sm"
          icon={<ListPlus />}
          {...asCommand("roster")}
          onClick={props.onRoster}
        >
          Roster
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={<Plus />}
          {...asCommand("add-item")}
          onClick={props.onAddItem}
        >
          Add Item
        </Button>
      </div>
      {ticked.items.length > 0 && (
        <BulkBar
          items={ticked.items}
          sizes={sizes}
          onSize={(size) => set({ size })}
          onQuantity={(quantity) => set({ quantity })}
          onRemove={() => rows.remove(ticked.items.map(({ key }) => key))}
          onClear={() => ticked.set([])}
        />
      )}
      {items.length === 0 ? (
        <p className="mt-2 rounded-lg border border-line border-dashed px-4 py-8 text-center text-ink-2">
          {props.emptyWords}
        </p>
      ) : (
        <InkRowsContext value={inkRows}>
          <ul
            ref={rowWindow.ref}
            className="@container mt-2 overflow-hidden rounded-lg border border-line bg-surface shadow-card"
          >
            {rowWindow.parts.map((part) => {
              if ("roomPx" in part)
                return <li key={`room ${part.before}`} aria-hidden="true" style={{ height: part.roomPx }} />
              const item = items[part.index]
              return (
                <ItemRow
                  key={item.key}
                  item={item}
                  index={part.index}
                  count={items.length}
                  measure={rowWindow.measure}
                  preview={previews.get(item.key) ?? noPreview}
                  sizes={sizes}
                  trim={template?.trim ?? true}
                  isTicked={ticked.keys.has(item.key)}
                  isJustAdded={rows.justAddedKeys.has(item.key)}
                  isHovered={hoveredId === item.key}
                  isInHand={hand?.pickedItemIds.has(item.key) ?? false}
                  acts={acts}
                />
              )
            })}
          </ul>
        </InkRowsContext>
      )}
      {edited?.image && (
        <Suspense>
          <EditValuesModal
            image={edited.image}
            values={edited.values}
            onSave={(values) => {
              onSet(new Map([[edited.key, { values }]]))
              editing.close()
            }}
            onClose={editing.close}
          />
        </Suspense>
      )}
      {pasting && (
        <Suspense>
          <PasteModal
            items={pasting.items}
            sizes={sizes}
            text={pasting.text}
            onApply={onSet}
            onClose={() => setPasting(null)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** Returns the same functions for every row, for as long as the screen lives. */
function useRowActs(
  { sheet, ticked, rows, onSet }: BuilderRowsProps,
  onValues: (key: string) => void,
): RowActs {
  const onPick = useStableCallback((key: string) => sheet.hand?.pickItem(key))
  const onRemove = useStableCallback((key: string) => rows.remove([key]))
  const onSetOne = useStableCallback((key: string, values: { size?: Size; quantity?: number }) =>
    onSet(new Map([[key, values]])),
  )
  const { tick } = ticked
  return useMemo(
    () => ({ onPick, onHover: sheet.onHoverItem, onTick: tick, onSet: onSetOne, onRemove, onValues }),
    [onPick, sheet.onHoverItem, tick, onSetOne, onRemove, onValues],
  )
}
