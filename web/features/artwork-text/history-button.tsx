import { Redo2, Undo2 } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"
import { withKeys } from "./use-editor-keys.ts"

type HistoryButtonProps = { command: "undo" | "redo"; isOn: boolean; onClick: () => void }

/** Undoes a step of a draft, or makes it again. */
export function HistoryButton({ command, isOn, onClick }: HistoryButtonProps) {
  const label = command === "undo" ? "Undo" : "Redo"
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={withKeys(label, command)}
      disabled={!isOn}
      onClick={onClick}
    >
      {command === "undo" ? <Undo2 /> : <Redo2 />}
    </Button>
  )
}
