import { Pencil, Trash2 } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"
import { formatInches } from "../../lib/format.ts"

export type RowButtonsProps = { name: string; onEdit: () => void; onDelete: (() => void) | null }

/** Edit and delete, at a row's end. */
export function RowButtons({ name, onEdit, onDelete }: RowButtonsProps) {
  return (
    <span className="inline-flex gap-1">
      <Button variant="ghost" size="icon-sm" aria-label={`Edit ${name}`} title="Edit" onClick={onEdit}>
        <Pencil />
      </Button>
      {onDelete && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Delete ${name}`}
          title="Delete"
          onClick={onDelete}
        >
          <Trash2 />
        </Button>
      )}
    </span>
  )
}

/** A length with its unit. */
export function Inches({ value }: { value: number }) {
  return <Unit value={formatInches(value)} unit="in" />
}

/** A figure with its unit, small and grey beside it. */
export function Unit({ value, unit }: { value: string; unit: string }) {
  return (
    <span className="tabular-nums">
      {value} <span className="text-ink-3">{unit}</span>
    </span>
  )
}
