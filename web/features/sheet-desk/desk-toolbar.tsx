import { Ellipsis, List } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { Menu, MenuItem } from "../../components/ui/dropdown-menu.tsx"
import { classNames } from "../../lib/class-names.ts"
import {
  type DeskCommand,
  filmCommands,
  pieceCommands,
  redoCommand,
  sheetCommands,
  undoCommand,
} from "./desk-commands.tsx"
import type { Hand } from "./use-hand.ts"

type DeskToolbarProps = {
  hand: Hand
  sheetIndex: number
  isListOpen: boolean
  onList: (isOpen: boolean) => void
}

/** Shows the hand's tools at the lower edge of the mat; those for pieces once some are picked. */
export function DeskToolbar({ hand, sheetIndex, isListOpen, onList }: DeskToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Pieces"
      className="absolute bottom-3 left-1/2 z-20 flex max-w-[calc(100%-1rem)] -translate-x-1/2 overflow-x-auto items-center gap-0.5 rounded-lg bg-raised p-1 text-ink shadow-float"
    >
      <CommandButton command={undoCommand(hand)} />
      <CommandButton command={redoCommand(hand)} />
      <Line />
      {hand.picked.size > 0 && (
        <>
          {pieceCommands(hand).map((command) => (
            <CommandButton key={command.shortcut} command={command} />
          ))}
          <Line />
        </>
      )}
      <ToolButton
        label="List of pieces"
        aria-expanded={isListOpen}
        className={isListOpen ? "bg-accent-soft text-accent-ink" : ""}
        onClick={() => onList(!isListOpen)}
      >
        <List />
      </ToolButton>
      <Menu
        trigger={
          <ToolButton label="More for pieces">
            <Ellipsis />
          </ToolButton>
        }
      >
        {[...sheetCommands(hand, sheetIndex), ...filmCommands(hand, sheetIndex)].map(
          ({ label, icon, shortcut, isDisabled, run }) => (
            <MenuItem key={label} icon={icon} disabled={isDisabled} onSelect={run}>
              {label}
              {shortcut && <span className="ml-auto pl-6 text-xs text-ink-3 coarse:hidden">{shortcut}</span>}
            </MenuItem>
          ),
        )}
      </Menu>
    </div>
  )
}

function CommandButton({ command: { label, shortcut, icon, isDisabled, run } }: { command: DeskCommand }) {
  return (
    <ToolButton label={label} title={`${label} (${shortcut})`} disabled={isDisabled} onClick={run}>
      {icon}
    </ToolButton>
  )
}

type ToolButtonProps = ComponentProps<"button"> & { label: string; children: ReactNode }

function ToolButton({ label, className, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={classNames(
        "grid size-8 flex-none place-items-center rounded-sm hover:bg-hover disabled:text-ink-3/60 disabled:hover:bg-transparent coarse:size-11 [&_svg]:size-4",
        className,
      )}
    />
  )
}

function Line() {
  return <span aria-hidden="true" className="mx-0.5 h-5 w-px flex-none bg-line coarse:hidden" />
}
