import { Pin, X } from "lucide-react"
import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react"
import { Button } from "../../components/ui/button.tsx"
import { classNames } from "../../lib/class-names.ts"
import { onDeskKey } from "./desk-keys.ts"
import type { Lying } from "./hand-moves.ts"
import { nameOf, placeWords } from "./piece-words.ts"
import type { Hand } from "./use-hand.ts"

type PieceListProps = {
  hand: Hand
  sheetIndex: number
  onSheet: (sheet: number) => void
  onClose: () => void
}

/**
 * Lists the pieces with their places: the film for keyboards and screen readers. Up and Down go
 * from piece to piece; Enter holds one, and the arrows move it until Enter releases it. The other keys are
 * those of the film.
 */
export function PieceList({ hand, sheetIndex, onSheet, onClose }: PieceListProps) {
  const { lying, picked, pinned, packed } = hand
  const list = useRef<HTMLDivElement>(null)
  const pieces = [...lying].sort(([, a], [, b]) => a.sheet - b.sheet || a.y - b.y || a.x - b.x)
  const [wanted, setWanted] = useState<string | null>(null)
  const [isHolding, setIsHolding] = useState(false)
  const first = pieces.find(([key, piece]) => picked.has(key) && piece.sheet === sheetIndex) ?? pieces[0]
  const current = wanted !== null && lying.has(wanted) ? wanted : first?.[0]

  // A moved piece stays visible, and a removed one leaves the keys to the next, even if the sheet without it
  // comes later.
  const hasFocus = useRef(false)
  useEffect(() => {
    const option = list.current?.querySelector<HTMLElement>("[tabindex='0']")
    option?.scrollIntoView({ block: "nearest" })
    if (hasFocus.current && document.activeElement === document.body) option?.focus()
  })

  function onBlur({ target }: FocusEvent) {
    // A removed piece takes the focus with it; it still exists if a person has left it.
    queueMicrotask(() => {
      if (target.isConnected && !list.current?.contains(document.activeElement)) hasFocus.current = false
    })
  }

  function go(to: number, isMore: boolean) {
    const [key, piece] = pieces[Math.max(0, Math.min(to, pieces.length - 1))]
    setWanted(key)
    hand.pick([key], isMore ? "more" : "only")
    if (piece.sheet !== sheetIndex) onSheet(piece.sheet)
    list.current?.querySelector<HTMLElement>(`[data-piece="${CSS.escape(key)}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = pieces.findIndex(([key]) => key === current)
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: pieces.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === "Escape" && !isHolding) onClose()
    else if ((event.key === "Enter" || event.key === "Escape") && current) {
      if (!picked.has(current)) hand.pick([current])
      setIsHolding(!isHolding)
      const name = nameOf(pieces[at][1], packed)
      hand.say(isHolding ? `${name} released` : `${name} held. Arrow keys move it, Enter releases it`)
    } else if (!isHolding && isPlain && event.key in steps) go(steps[event.key], event.shiftKey)
    else if (event.key === " " && current) hand.pick([current], "toggle")
    else if (!onDeskKey(event, hand, sheetIndex)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <section
      aria-label="List of pieces"
      className="absolute top-2 right-2 bottom-16 z-30 flex w-72 max-w-[calc(100%-1rem)] flex-col overflow-hidden rounded-lg bg-raised text-ink shadow-float coarse:inset-x-2 coarse:top-1/3 coarse:bottom-18 coarse:w-auto"
    >
      <div className="flex h-11 flex-none items-center gap-2 border-line border-b pr-1 pl-4">
        <h3 className="flex-1 text-sm font-[620]">
          Pieces <span className="font-[450] text-ink-3">{pieces.length}</span>
        </h3>
        <Button variant="ghost" size="icon-sm" aria-label="Close the list" onClick={onClose}>
          <X />
        </Button>
      </div>
      <div
        ref={list}
        role="listbox"
        aria-label="Pieces"
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        onFocus={() => {
          hasFocus.current = true
        }}
        onBlur={onBlur}
        className="min-h-0 flex-1 overflow-y-auto p-1"
      >
        {pieces.map(([key, piece]) => (
          <PieceOption
            key={key}
            id={key}
            name={nameOf(piece, packed)}
            place={placeOf(piece, hand)}
            isCurrent={key === current}
            isPicked={picked.has(key)}
            isPinned={pinned.has(key)}
            isHeld={isHolding && key === current}
            onPick={(isMore) => {
              setWanted(key)
              hand.pick([key], isMore ? "toggle" : "only")
              if (piece.sheet !== sheetIndex) onSheet(piece.sheet)
            }}
          />
        ))}
      </div>
      <p className="flex-none border-line border-t px-4 py-2 text-xs text-ink-3 coarse:hidden">
        Press Enter to move a piece with the arrow keys. R turns, D duplicates, P pins.
      </p>
    </section>
  )
}

type PieceOptionProps = {
  id: string
  name: string
  place: string
  isCurrent: boolean
  isPicked: boolean
  isPinned: boolean
  isHeld: boolean
  onPick: (isMore: boolean) => void
}

function PieceOption(props: PieceOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      role="option"
      data-piece={props.id}
      aria-selected={props.isPicked}
      tabIndex={props.isCurrent ? 0 : -1}
      onClick={(event) => props.onPick(event.shiftKey || event.ctrlKey || event.metaKey)}
      className={classNames(
        "flex h-9 cursor-default items-center gap-2 rounded-sm px-3 text-sm outline-offset-[-2px] hover:bg-hover coarse:h-11",
        props.isPicked && "bg-accent-soft/70 hover:bg-accent-soft",
        props.isHeld && "ring-2 ring-accent ring-inset",
      )}
    >
      <span className="min-w-0 flex-1 truncate">{props.name}</span>
      <span className="sr-only">, </span>
      <span className="order-last flex-none text-xs text-ink-2 tabular-nums">{props.place}</span>
      {props.isPinned && (
        <>
          <Pin aria-hidden="true" className="size-3.5 flex-none text-accent-ink" />
          <span className="sr-only">, pinned</span>
        </>
      )}
    </div>
  )
}

/** Returns `4.25, 1.50 in`, and the sheet if there are several */
function placeOf(piece: Lying, { packed }: Hand): string {
  const at = placeWords(piece, packed.dpi)
  return packed.layout.sheets.length > 1 ? `sheet ${piece.sheet + 1}, ${at}` : at
}
