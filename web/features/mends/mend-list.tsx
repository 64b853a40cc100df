import { GripVertical, X } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import type { Mend } from "../../../contract/artwork/mend.ts"
import { Button } from "../../components/ui/button.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { classNames } from "../../lib/class-names.ts"
import { mendWords } from "../images/mend-words.ts"
import { type DraftMend, type MendDraft, moveMend } from "./mend-draft.ts"
import { summaryOf } from "./mend-kinds.ts"
import { MendSettings, type SettingsProps } from "./mend-settings.tsx"

type MendListProps = Pick<SettingsProps, "onSettle" | "picking" | "onPick"> & {
  draft: MendDraft
  openKey: string | null
  onOpen: (key: string | null) => void
  onChange: (key: string, mend: Mend, mark: string | null) => void
  onMove: (key: string, place: number) => void
  onRemove: (key: string) => void
}

/** Lists mends in the order in which they are made, one of them open. */
export function MendList(props: MendListProps) {
  const { draft, onMove, onRemove } = props
  const list = useRef<HTMLOListElement>(null)
  const [held, setHeld] = useState<{ key: string; y: number; byPx: number } | null>(null)
  const from = draft.findIndex(({ key }) => key === held?.key)
  // A mend that its group holds back goes no further than that, and the line neither.
  const place =
    held === null || from < 0
      ? null
      : moveMend(draft, held.key, placeAt(list.current, held.y, from)).findIndex(
          ({ key }) => key === held.key,
        )

  function begin(event: PointerEvent, key: string) {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeld({ key, y: event.clientY, byPx: 0 })
  }

  function follow(event: PointerEvent) {
    setHeld((before) => before && { ...before, y: event.clientY, byPx: before.byPx + event.movementY })
  }

  function step(key: string, to: number) {
    if (to < 0 || to >= draft.length) return
    onMove(key, to)
    // A row that is moved in the page loses the focus.
    focusLater(`[data-mend-row="${key}"] [data-grip]`)
  }

  /** Removes a mend; the focus goes to its neighbour, or to what adds one. */
  function remove(key: string) {
    const place = draft.findIndex((one) => one.key === key)
    const neighbour = draft[place + 1] ?? draft[place - 1]
    onRemove(key)
    focusLater(neighbour ? `[data-mend-row="${neighbour.key}"] [data-grip]` : "[data-command=add-mend]")
  }

  function drop(event: PointerEvent) {
    if (event.type === "pointerup" && held !== null && place !== null && place !== from)
      onMove(held.key, place)
    setHeld(null)
  }

  return (
    <ol ref={list} className="mt-1.5 rounded-lg border border-line bg-surface shadow-card">
      {draft.map((one, i) => (
        <MendRow
          key={one.key}
          {...props}
          onRemove={remove}
          one={one}
          isHeld={held?.key === one.key}
          place={i + 1}
          count={draft.length}
          byPx={held?.key === one.key ? held.byPx : 0}
          line={
            place === null || place === from ? null : place === i ? (place < from ? "above" : "below") : null
          }
          grip={{
            onPointerDown: (event) => begin(event, one.key),
            onPointerMove: (event) => held !== null && follow(event),
            onPointerUp: drop,
            onPointerCancel: drop,
            onKeyDown: (event) => {
              const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
              if (by === undefined) return
              event.preventDefault()
              step(one.key, i + by)
            },
          }}
        />
      ))}
    </ol>
  )
}

type Grip = {
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
  onPointerUp: (event: PointerEvent) => void
  onPointerCancel: (event: PointerEvent) => void
  onKeyDown: (event: KeyboardEvent) => void
}

type MendRowProps = MendListProps & {
  one: DraftMend
  place: number
  count: number
  isHeld: boolean
  byPx: number
  /** The side on which a mend in the hand would be put down. */
  line: "above" | "below" | null
  grip: Grip
}

function MendRow(props: MendRowProps) {
  const { one, place, count, openKey, onOpen, onChange, onRemove, isHeld, byPx, line, grip } = props
  const { key, mend } = one
  const { name } = mendWords[mend.kind]
  const { colour, text } = summaryOf(mend)
  const isOpen = openKey === key && !isHeld
  const row = useRef<HTMLLIElement>(null)
  // On a phone the settings of a new mend would open below what is seen.
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" })
  }, [isOpen])
  return (
    <li
      ref={row}
      data-mend-row={key}
      className={classNames(
        "relative scroll-mb-24 border-line-soft border-t first:rounded-t-lg first:border-t-0 last:rounded-b-lg",
        isOpen && "bg-accent-soft/55",
        isHeld && "-mx-1.5 z-10 rounded-md bg-raised shadow-float",
      )}
      style={isHeld ? { translate: `0 ${byPx}px` } : undefined}
    >
      {line !== null && (
        <span
          aria-hidden="true"
          className={classNames(
            "absolute inset-x-0 h-0.5 bg-accent",
            line === "above" ? "-top-px" : "-bottom-px",
          )}
        />
      )}
      <div className="flex h-14 items-center gap-2.5 pr-1.5 pl-1">
        <button
          type="button"
          data-grip
          aria-label={`Move ${name}, ${place} of ${count}`}
          aria-description="Arrow keys move it up and down."
          className="grid h-11 w-7 flex-none cursor-grab touch-none place-items-center text-ink-3"
          {...grip}
        >
          <GripVertical aria-hidden="true" className="size-4" />
        </button>
        <Switch
          label={name}
          checked={mend.isOn}
          onCheckedChange={(isOn) => onChange(key, { ...mend, isOn }, null)}
        />
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => onOpen(isOpen ? null : key)}
          className="min-w-0 flex-1 self-stretch pl-1 text-left"
        >
          <span className={classNames("block truncate text-sm font-[600]", !mend.isOn && "text-ink-2")}>
            {name}
          </span>
          <span
            className={classNames(
              "flex items-center gap-1.5 text-xs",
              mend.isOn ? "text-ink-2" : "text-ink-3",
            )}
          >
            {colour !== null && (
              <span
                aria-hidden="true"
                className="inline-block size-3 flex-none rounded-full ring-1 ring-line-strong"
                style={{ background: colour }}
              />
            )}
            <span className="truncate">{mend.isOn ? text : "Off"}</span>
          </span>
        </button>
        <Button variant="ghost" size="icon-sm" aria-label={`Remove ${name}`} onClick={() => onRemove(key)}>
          <X />
        </Button>
      </div>
      {isOpen && (
        <section
          aria-label={`Settings of ${name}`}
          className="grid grid-cols-1 gap-2.5 pt-0.5 pr-3 pb-3.5 pl-9 coarse:pl-4"
        >
          <MendSettings
            mend={mend}
            onChange={(next, mark) => onChange(key, next, mark && `${key} ${mark}`)}
            onSettle={props.onSettle}
            picking={props.picking}
            onPick={props.onPick}
          />
        </section>
      )}
    </li>
  )
}

/** Gives an element of the page the focus, once the page has been drawn. */
function focusLater(selector: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(selector)?.focus())
}

/** Returns where a mend that was at `from` would be put down by a pointer at this height: behind what lies above it. */
function placeAt(list: HTMLElement | null, y: number, from: number): number {
  const rows = [...(list?.children ?? [])]
  return rows.filter((row, i) => {
    if (i === from) return false
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}
