import { useEffect, useMemo, useState } from "react"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import type { Held } from "../../../sheet/layout/hand/hand.ts"
import type { HandPlacement } from "../../../sheet/layout/hand/turned-piece.ts"
import { plural } from "../../lib/format.ts"
import { type Pin, pinKey } from "../sheet-preview/pin.ts"
import { shownSheets } from "../sheet-preview/sheet-figures.tsx"
import type { PackedSheets, SheetLayoutState } from "../sheet-preview/use-sheet-layout.ts"
import { type Frame, type Lying, nudged, pinOf, placed, taken, turned, unpinned } from "./hand-moves.ts"
import { layAs, lyingOf, pinnedKeys } from "./kept-placements.ts"
import type * as HandEngine from "./open-hand.ts"
import { pieceAt } from "./piece-at.ts"
import { nameOfAll, placeWords } from "./piece-words.ts"
import { type HandSteps, quantitiesOf } from "./use-hand-history.ts"
import { useSilhouettes } from "./use-silhouettes.ts"

/** The hand over the packed sheets: its picked copies, and its commands. */
export type Hand = {
  /** The sheets as the hand left them. */
  packed: PackedSheets
  /** Every copy by its key, in the order of the sheets. */
  lying: ReadonlyMap<string, Lying>
  pinned: ReadonlySet<string>
  picked: ReadonlySet<string>
  /** The rows of the picked copies. */
  pickedItemIds: ReadonlySet<string>
  /** The free part of any sheet. */
  frame: Frame
  /** Picks only these copies, or adds them to the picked ones, or toggles them. */
  pick: (keys: Iterable<string>, how?: "only" | "more" | "toggle") => void
  /** Picks all copies of a row. */
  pickItem: (itemId: string) => void
  pickSheet: (sheet: number) => void
  /** Returns the copy under a point of a sheet, in sheet pixels. */
  pieceAt: (at: { sheet: number; x: number; y: number }) => Lying | null
  /** Takes pieces, to be moved together among the others of a sheet, or only among its pinned ones. */
  take: (pieces: readonly Lying[], sheet: number, among: "all" | "pinned") => Held
  /** Keeps the sheets as they are while something is held, whatever the search finds. */
  hold: (isHeld: boolean) => void
  /** Puts pieces down where they are, pinned. */
  put: (pieces: readonly Lying[], run?: string) => void
  /** Moves the picked pieces by sheet pixels; pieces without a pin make room. */
  nudge: (dx: number, dy: number) => void
  turn: () => void
  double: () => void
  remove: () => void
  togglePin: () => void
  moveToSheet: (sheet: number) => void
  unpinAll: () => void
  startOver: () => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  canTurn: boolean
  canDouble: boolean
  /** The last action of the hand, for screen readers. */
  news: string
  say: (news: string) => void
}

/** The greatest distance in inches from the point of release to the nearest free place. */
const REACH_IN = 240

/** The engine of a hand, loaded after the sheet is shown; all desks of the page share it. */
let loadedEngine: typeof HandEngine | null = null

async function loadEngine(): Promise<typeof HandEngine | null> {
  // Offline, the desk has no hand until the next one asks.
  loadedEngine ??= await import("./open-hand.ts").catch(() => null)
  return loadedEngine
}

/** Returns the commands of a hand over the visible sheets; null while there are none. */
export function useHand(state: SheetLayoutState, steps: HandSteps): Hand | null {
  const { items } = steps
  const { pins: wanted, start } = steps.wish
  const answer = shownSheets(state)
  const isWaiting = state.kind === "packing"
  const [frozen, setFrozen] = useState<PackedSheets | null>(null)
  const latest = useMemo(
    () => (answer && isWaiting && start ? layAs(answer, start, quantitiesOf(items)) : answer),
    [answer, isWaiting, start, items],
  )
  const packed = frozen ?? latest
  const lying = useMemo(() => (packed ? lyingOf(packed) : new Map<string, Lying>()), [packed])
  // Copies that could not stay, such as pins that clash since a row's size changed, are no longer pinned.
  const pins = useMemo(() => {
    const kept = answer && !isWaiting ? pinnedKeys(answer) : null
    return kept ? wanted.filter((pin) => kept.has(pinKey(pin))) : wanted
  }, [wanted, answer, isWaiting])
  const pinned = useMemo(() => new Set(pins.map(pinKey)), [pins])
  const [chosen, setPicked] = useState<ReadonlySet<string>>(new Set())
  const picked = useMemo(() => new Set([...chosen].filter((key) => lying.has(key))), [chosen, lying])
  const [news, say] = useState("")
  const silhouettes = useSilhouettes(packed?.items ?? [], packed?.template.nesting ?? "boxes")
  const placedItems = packed?.items
  const template = packed?.template
  const [engine, setEngine] = useState<typeof HandEngine | null>(() => loadedEngine)
  useEffect(() => {
    void loadEngine().then(setEngine)
  }, [])
  const film = useMemo(
    () => (placedItems && template && engine ? engine.handOn(placedItems, template, silhouettes) : null),
    [engine, placedItems, template, silhouettes],
  )

  const { shown } = steps
  useEffect(() => {
    shown.current = packed ? [...lying.values()].map(pinOf) : null
  }, [shown, packed, lying])

  return useMemo(() => {
    if (!packed || !template || !film) return null
    const { dpi } = packed
    const edge = Math.round(template.edgeIn * dpi)
    const frame: Frame = {
      left: edge,
      top: edge,
      right: Math.round(template.widthIn * dpi) - edge,
      bottom: Math.round(template.maxLengthIn * dpi) - edge,
    }
    const pieceOf = new Map(packed.items.map(({ id }, piece) => [id, piece]))
    const placement = ({ itemId, x, y, turn }: Lying): HandPlacement => ({
      piece: pieceOf.get(itemId) ?? 0,
      x,
      y,
      rotated: turn === 90 || turn === 270,
      ...(turn >= 180 ? { halfTurned: true } : {}),
    })
    const now = () => ({ pins, lying: [...lying.values()].map(pinOf) })
    const hands = () => [...picked].flatMap((key) => lying.get(key) ?? [])
    const name = (pieces: readonly Lying[]) => nameOfAll(pieces, packed)

    const take: Hand["take"] = (pieces, sheet, among) => {
      const keys = new Set(pieces.map(pinKey))
      const others = [...lying.values()].filter((piece) => {
        const key = pinKey(piece)
        return piece.sheet === sheet && !keys.has(key) && (among === "all" || pinned.has(key))
      })
      return film.take(pieces.map(placement), others.map(placement))
    }
    const put: Hand["put"] = (pieces, run) => {
      steps.commit(placed(now(), pieces.map(pinOf)), { run })
      const onSheet = packed.layout.sheets.length > 1 ? ` on sheet ${pieces[0].sheet + 1}` : ""
      say(`${name(pieces)} moved to ${placeWords(pieces[0], dpi)}${onSheet}`)
    }
    const count = (by: number) => {
      const quantities = new Map<string, number>()
      const before = steps.quantities()
      for (const { itemId } of hands())
        quantities.set(itemId, (quantities.get(itemId) ?? before.get(itemId) ?? 0) + by)
      return quantities
    }
    /** Puts pieces where pins and the film's edges let them lie. */
    const putAmongPinned = (pieces: readonly Lying[], run?: string): boolean => {
      const isFree = [...new Set(pieces.map(({ sheet }) => sheet))].every((sheet) =>
        take(
          pieces.filter((piece) => piece.sheet === sheet),
          sheet,
          "pinned",
        ).isFree(0, 0),
      )
      if (isFree) put(pieces, run)
      else say(`${name(pieces)} does not fit there: a pinned piece or the edge is in the way`)
      return isFree
    }
    const copies = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const canDouble = picked.size > 0 && copies + picked.size <= MAX_PRINT_COPIES

    return {
      packed,
      lying,
      pinned,
      picked,
      pickedItemIds: new Set(hands().map(({ itemId }) => itemId)),
      frame,
      pick(keys, how = "only") {
        const next = new Set(how === "only" ? [] : picked)
        for (const key of keys) {
          if (how === "toggle" && next.has(key)) next.delete(key)
          else next.add(key)
        }
        setPicked(next)
      },
      pickItem(itemId) {
        setPicked(new Set([...lying].flatMap(([key, piece]) => (piece.itemId === itemId ? [key] : []))))
      },
      pickSheet(sheet) {
        setPicked(new Set([...lying].flatMap(([key, piece]) => (piece.sheet === sheet ? [key] : []))))
      },
      pieceAt: (at) => pieceAt(packed, lying.values(), silhouettes, at),
      take,
      hold: (isHeld) => setFrozen(isHeld ? packed : null),
      put,
      nudge(dx, dy) {
        const pieces = hands()
        if (pieces.length === 0) return
        const moved = nudged(pieces, dx, dy, frame)
        if (moved.every((piece, i) => piece.x === pieces[i].x && piece.y === pieces[i].y))
          say(`${name(pieces)} is at the edge`)
        else putAmongPinned(moved, `nudge ${[...picked].join(" ")}`)
      },
      turn() {
        const pieces = hands()
        if (pieces.length === 0 || !template.rotate) return
        const moved = pieces.map((piece) => turned(piece, frame))
        if (putAmongPinned(moved)) say(`${name(pieces)} turned to ${moved[0].turn} degrees`)
      },
      double() {
        const pieces = hands()
        if (!canDouble) return
        const quantities = count(1)
        const before = steps.quantities()
        steps.commit(now(), { quantities })
        const made: Pick<Pin, "itemId" | "copy">[] = []
        for (const [itemId, quantity] of quantities) {
          for (let copy = before.get(itemId) ?? 0; copy < quantity; copy++) made.push({ itemId, copy })
        }
        setPicked(new Set(made.map(pinKey)))
        say(`${name(pieces)} duplicated`)
      },
      remove() {
        const pieces = hands()
        if (pieces.length === 0) return
        steps.commit(taken(now(), picked), { quantities: count(-1) })
        setPicked(new Set())
        say(`${name(pieces)} removed`)
      },
      togglePin() {
        const pieces = hands()
        if (pieces.length === 0) return
        const isPinned = pieces.every((piece) => pinned.has(pinKey(piece)))
        steps.commit(isPinned ? unpinned(now(), picked) : placed(now(), pieces.map(pinOf)))
        say(`${name(pieces)} ${isPinned ? "unpinned" : "pinned"}`)
      },
      moveToSheet(sheet) {
        const pieces = hands()
        if (pieces.length === 0) return
        const held = take(pieces, sheet, "all")
        const at = held.nearestFree(0, 0, REACH_IN * dpi)
        if (at === null) return say(`Sheet ${sheet + 1} has no room for ${name(pieces)}`)
        put(pieces.map((piece) => ({ ...piece, sheet, x: piece.x + at.dx, y: piece.y + at.dy })))
      },
      unpinAll() {
        steps.commit({ pins: [], lying: now().lying })
        say(`${plural(pins.length, "piece")} unpinned`)
      },
      startOver() {
        steps.commit({ pins: [], lying: null })
        say("Packed again as tightly as possible")
      },
      undo() {
        steps.undo()
        say("Undone")
      },
      redo() {
        steps.redo()
        say("Redone")
      },
      canUndo: steps.canUndo,
      canRedo: steps.canRedo,
      canTurn: picked.size > 0 && template.rotate,
      canDouble,
      news,
      say,
    }
  }, [packed, template, film, lying, pins, pinned, picked, silhouettes, steps, items, news])
}
