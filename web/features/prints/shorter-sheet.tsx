import { Button } from "../../components/ui/button.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { formatLength } from "../../lib/length.ts"
import type { StillSheet } from "../sheet-preview/use-still-sheet.ts"

/** Shows the search behind the still picture. Its height never changes, so that nothing moves. */
export function ShorterSheet({ sheet, isSearching }: { sheet: StillSheet; isSearching: boolean }) {
  const isShorter = sheet.shorterByIn > 0
  return (
    <div className="flex min-h-11 items-center gap-3 text-sm text-ink-2">
      <span className="min-w-0 flex-1">
        {isShorter
          ? `A sheet ${formatLength(sheet.shorterByIn)} shorter is ready`
          : isSearching && "Looking for a shorter sheet"}
      </span>
      {isShorter && (
        <Button variant="ghost" size="sm" onClick={sheet.show}>
          Show
        </Button>
      )}
    </div>
  )
}

/** Edits whether the search may still shorten the sheet; pieces placed by hand stay either way. */
export function ExactSwitch({ isOn, onChange, isDisabled }: ExactSwitchProps) {
  return (
    <div className="flex min-h-10 items-center justify-between gap-3 text-sm">
      <span>
        <span className="font-[550]">Exactly as shown</span>
        <span className="block text-xs text-pretty text-ink-3">
          Off: the search continues after you proceed, and you get this sheet or a shorter one
        </span>
      </span>
      <Switch label="Exactly as shown" checked={isOn} isDisabled={isDisabled} onCheckedChange={onChange} />
    </div>
  )
}

type ExactSwitchProps = { isOn: boolean; onChange: (isOn: boolean) => void; isDisabled: boolean }
