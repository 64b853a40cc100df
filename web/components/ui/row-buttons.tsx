import { Pencil } from "lucide-react"
import { Button } from "./button.tsx"
import { DeleteButton } from "./delete-button.tsx"

export type RowButtonsProps = { name: string; onEdit: () => void; onDelete: (() => void) | null }

export function RowButtons({ name, onEdit, onDelete }: RowButtonsProps) {
  return (
    <span className="inline-flex gap-1">
      <Button variant="ghost" size="icon-sm" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
        <Pencil />
      </Button>
      {onDelete && <DeleteButton label={`Delete ${name}`} onClick={onDelete} />}
    </span>
  )
}
