import {
  CopyPlus,
  Layers,
  Pin,
  PinOff,
  Redo2,
  RotateCw,
  SquareDashed,
  Trash2,
  Undo2,
  Wand2,
} from "lucide-react"
import type { ReactNode } from "react"
import { keyName } from "../../lib/key-name.ts"
import { deskKeys } from "../../lib/page-keys.ts"
import type { Hand } from "./use-hand.ts"

/** A command of the hand, as menus and the toolbar show it. */
export type DeskCommand = {
  label: string
  /** The keys as they are pressed. */
  shortcut?: string
  icon: ReactNode
  isDisabled: boolean
  isDanger?: boolean
  run: () => void
}

/** Returns a command's keys as they are written on this machine's keyboard. */
function shortcutOf(command: keyof typeof deskKeys): string {
  return deskKeys[command].map(keyName).join(" ")
}

export const undoCommand = (hand: Hand): DeskCommand => ({
  label: "Undo",
  shortcut: shortcutOf("undo"),
  icon: <Undo2 />,
  isDisabled: !hand.canUndo,
  run: hand.undo,
})

export const redoCommand = (hand: Hand): DeskCommand => ({
  label: "Redo",
  shortcut: `Shift ${shortcutOf("undo")}`,
  icon: <Redo2 />,
  isDisabled: !hand.canRedo,
  run: hand.redo,
})

export function pieceCommands(hand: Hand): DeskCommand[] {
  const isNone = hand.picked.size === 0
  const isPinned = !isNone && [...hand.picked].every((key) => hand.pinned.has(key))
  return [
    {
      label: "Turn",
      shortcut: shortcutOf("turn"),
      icon: <RotateCw />,
      isDisabled: !hand.canTurn,
      run: hand.turn,
    },
    {
      label: "Duplicate",
      shortcut: shortcutOf("duplicate"),
      icon: <CopyPlus />,
      isDisabled: !hand.canDouble,
      run: hand.double,
    },
    {
      label: isPinned ? "Unpin" : "Pin",
      shortcut: shortcutOf("pin"),
      icon: isPinned ? <PinOff /> : <Pin />,
      isDisabled: isNone,
      run: hand.togglePin,
    },
    {
      label: "Delete copy",
      shortcut: shortcutOf("remove"),
      icon: <Trash2 />,
      isDisabled: isNone,
      isDanger: true,
      run: hand.remove,
    },
  ]
}

/** Returns a command for each sheet that the picked pieces could go to. */
export function sheetCommands(hand: Hand, sheetIndex: number): DeskCommand[] {
  if (hand.picked.size === 0) return []
  return hand.packed.layout.sheets.flatMap((_, sheet) =>
    sheet === sheetIndex
      ? []
      : [
          {
            label: `Move to sheet ${sheet + 1}`,
            icon: <Layers />,
            isDisabled: false,
            run: () => hand.moveToSheet(sheet),
          },
        ],
  )
}

/** Returns the commands for all pieces. */
export function filmCommands(hand: Hand, sheetIndex: number): DeskCommand[] {
  return [
    {
      label: "Select all",
      shortcut: shortcutOf("all"),
      icon: <SquareDashed />,
      isDisabled: false,
      run: () => hand.pickSheet(sheetIndex),
    },
    { label: "Unpin all", icon: <PinOff />, isDisabled: hand.pinned.size === 0, run: hand.unpinAll },
    {
      label: "Start over with the tightest layout",
      icon: <Wand2 />,
      isDisabled: hand.pinned.size === 0,
      run: hand.startOver,
    },
  ]
}
