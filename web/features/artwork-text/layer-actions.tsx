import { ArrowDown, ArrowUp, Copy, Trash2 } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"

type LayerActionsProps = {
  name: string
  isTop: boolean
  isBottom: boolean
  onCopy: () => void
  onRaise: (by: 1 | -1) => void
  onRemove: () => void
}

/** Copies a text, moves it before or behind others, or deletes it. */
export function LayerActions({ name, isTop, isBottom, onCopy, onRaise, onRemove }: LayerActionsProps) {
  return (
    <div className="col-span-2 flex flex-wrap items-center gap-1 border-line-soft border-t pt-3">
      <Button variant="ghost" size="sm" icon={<Copy />} onClick={onCopy} className="-ml-2">
        Duplicate
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Bring ${name} forward`}
        title="Bring forward"
        disabled={isTop}
        onClick={() => onRaise(1)}
      >
        <ArrowUp />
      </Button>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Send ${name} backward`}
        title="Send backward"
        disabled={isBottom}
        onClick={() => onRaise(-1)}
      >
        <ArrowDown />
      </Button>
      <Button variant="danger-ghost" size="sm" icon={<Trash2 />} onClick={onRemove} className="-mr-2 ml-auto">
        Delete
      </Button>
    </div>
  )
}
