import { CalendarDays, Hash, List, Plus, TriangleAlert, Type } from "lucide-react"
import type { ArtworkField } from "../../../contract/artwork/artwork-field.ts"
import { Button } from "../../components/ui/button.tsx"
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "../../components/ui/dropdown-menu.tsx"
import { asCommand } from "../../lib/as-command.ts"
import { classNames } from "../../lib/class-names.ts"
import { kindWords } from "./kind-words.ts"
import type { NewText } from "./text-draft.ts"
import { problemOfRow, type TextRow } from "./text-rows.ts"
import type { LayerDrawing } from "./text-task.ts"

const icons = { text: Type, number: Hash, date: CalendarDays, choice: List }

type TextListProps = {
  rows: readonly TextRow[]
  fields: readonly ArtworkField[]
  drawings: readonly LayerDrawing[]
  pickedId: string | null
  onPick: (id: string) => void
  onAdd: (what: NewText) => void
}

/** Lists the texts of the artwork, the topmost first, and adds others. */
export function TextList({ rows, fields, drawings, pickedId, onPick, onAdd }: TextListProps) {
  return (
    <section aria-label="Texts">
      <div className="flex items-center justify-between">
        <h2 className="text-base font-[620]">Text</h2>
        <AddText fields={fields} onAdd={onAdd} />
      </div>
      {rows.length === 0 ? (
        <p className="mt-1.5 rounded-lg border border-line border-dashed px-4 py-5 text-center text-ink-2 text-sm">
          Every piece of this artwork is the same. Add a name or a number to change that.
        </p>
      ) : (
        <ul className="mt-1.5 overflow-hidden rounded-lg border border-line bg-surface shadow-card">
          {rows.map((row) => (
            <li key={row.id} className="border-line-soft border-t first:border-t-0">
              <Row
                row={row}
                problem={problemOfRow(row, drawings)}
                isPicked={row.id === pickedId}
                onPick={() => onPick(row.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type RowProps = { row: TextRow; problem: string | null; isPicked: boolean; onPick: () => void }

function Row({ row: { layer, field, name }, problem, isPicked, onPick }: RowProps) {
  const Icon = icons[field?.kind ?? "text"]
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      onClick={onPick}
      className={classNames(
        "-outline-offset-2 flex h-11 w-full items-center gap-2.5 px-3 text-left text-sm hover:bg-hover",
        isPicked && "bg-accent-soft hover:bg-accent-soft",
      )}
    >
      <Icon aria-hidden="true" className="size-4 flex-none text-ink-3" />
      <span className="min-w-0 truncate font-[550]">{name}</span>
      <span className="flex-none rounded-xs bg-sunken px-1.5 py-0.5 text-ink-2 text-xs">
        {field === null ? "Same for all" : layer === null ? "In the artwork" : kindWords[field.kind]}
      </span>
      <span className="min-w-0 flex-1 truncate text-right text-ink-2">{field?.sample}</span>
      {problem !== null && (
        <span role="img" aria-label={problem} title={problem} className="flex-none text-warn-ink">
          <TriangleAlert className="size-4" />
        </span>
      )}
    </button>
  )
}

function AddText({ fields, onAdd }: Pick<TextListProps, "fields" | "onAdd">) {
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="sm" icon={<Plus />} className="-mr-2" {...asCommand("add-text")}>
          Add text
        </Button>
      }
    >
      <MenuLabel>Different on each piece</MenuLabel>
      {(["text", "number", "date", "choice"] as const).map((kind) => {
        const Icon = icons[kind]
        return (
          <MenuItem key={kind} icon={<Icon />} onSelect={() => onAdd({ kind })}>
            {kind === "text" ? "Name or text" : kindWords[kind]}
          </MenuItem>
        )
      })}
      {fields.length > 0 && (
        <>
          <MenuSeparator />
          <MenuLabel>Repeat a text</MenuLabel>
          {fields.map(({ name, label, kind }) => {
            const Icon = icons[kind]
            return (
              <MenuItem key={name} icon={<Icon />} onSelect={() => onAdd({ field: name })}>
                {label || name}
              </MenuItem>
            )
          })}
        </>
      )}
      <MenuSeparator />
      <MenuItem icon={<Type />} onSelect={() => onAdd({ text: "" })}>
        Fixed text
      </MenuItem>
    </Menu>
  )
}
