import type { ReactElement } from "react"
import { ContextMenu, ContextMenuItem, ContextMenuSeparator } from "../../components/ui/context-menu.tsx"
import {
  type DeskCommand,
  filmCommands,
  pieceCommands,
  redoCommand,
  sheetCommands,
  undoCommand,
} from "./desk-commands.tsx"
import type { Hand } from "./use-hand.ts"

type DeskMenuProps = {
  hand: Hand
  sheetIndex: number
  trigger: ReactElement
}

/** Shows all commands of the hand at the mouse. */
export function DeskMenu({ hand, sheetIndex, trigger }: DeskMenuProps) {
  const groups = [
    ...(hand.picked.size > 0 ? [[...pieceCommands(hand), ...sheetCommands(hand, sheetIndex)]] : []),
    filmCommands(hand, sheetIndex),
    [undoCommand(hand), redoCommand(hand)],
  ]
  return (
    <ContextMenu trigger={trigger}>
      {groups.map((group, index) => [
        index > 0 && <ContextMenuSeparator key={`line ${group[0].label}`} />,
        ...group.map((command) => <CommandItem key={command.label} command={command} />),
      ])}
    </ContextMenu>
  )
}

function CommandItem({ command }: { command: DeskCommand }) {
  const { label, shortcut, icon, isDanger, isDisabled, run } = command
  return (
    <ContextMenuItem
      icon={icon}
      shortcut={shortcut}
      isDanger={isDanger}
      isDisabled={isDisabled}
      onSelect={run}
    >
      {label}
    </ContextMenuItem>
  )
}
