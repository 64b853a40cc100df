import { Calendar, ChevronDown } from "lucide-react"
import { useState } from "react"
import { DAY_MS } from "../../../contract/duration.ts"
import { classNames } from "../../lib/class-names.ts"
import { formatDate } from "../../lib/format.ts"
import { Button } from "./button.tsx"
import { controlClasses, Field, Input } from "./field.tsx"
import { Popover } from "./popover.tsx"

export type DateRangeProps = {
  /** `YYYY-MM-DD`, or "" for open. */
  start: string
  end: string
  onChange: (range: { start: string; end: string }) => void
  label: string
  className?: string
}

/** Offers two dates, either of which may be open, with the usual spans at hand. */
export function DateRange({ start, end, onChange, label, className }: DateRangeProps) {
  const [isOpen, setIsOpen] = useState(false)
  const words = rangeWords(start, end)

  function pick(range: { start: string; end: string }) {
    onChange(range)
    setIsOpen(false)
  }

  return (
    <Popover
      label={label}
      align="start"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      className="w-80 p-4"
      trigger={
        <button
          type="button"
          aria-label={`${label}: ${words}`}
          className={classNames(
            controlClasses,
            "flex h-9 items-center gap-2 border-line px-[0.6875rem] text-left shadow-card coarse:h-11",
            className,
          )}
        >
          <Calendar className="size-4 flex-none text-ink-3" aria-hidden="true" />
          <span className="min-w-0 flex-1 truncate">{words}</span>
          <ChevronDown className="size-4 flex-none text-ink-3" aria-hidden="true" />
        </button>
      }
    >
      <div className="grid grid-cols-3 gap-2">
        {spans.map((span) => (
          <Button key={span.label} size="sm" onClick={() => pick({ start: daysAgo(span.days), end: "" })}>
            {span.label}
          </Button>
        ))}
      </div>
      <div className="mt-4 grid gap-3">
        <Field label="From">
          <Input
            type="date"
            max={end || undefined}
            value={start}
            onChange={(event) => onChange({ start: event.target.value, end })}
          />
        </Field>
        <Field label="To">
          <Input
            type="date"
            min={start || undefined}
            value={end}
            onChange={(event) => onChange({ start, end: event.target.value })}
          />
        </Field>
      </div>
      <div className="mt-4 flex justify-between">
        <Button variant="ghost" size="sm" onClick={() => pick({ start: "", end: "" })}>
          Any date
        </Button>
        <Button variant="primary" size="sm" onClick={() => setIsOpen(false)}>
          Done
        </Button>
      </div>
    </Popover>
  )
}

const spans = [
  { label: "Today", days: 0 },
  { label: "7 days", days: 6 },
  { label: "30 days", days: 29 },
]

function daysAgo(days: number): string {
  const date = new Date(Date.now() - days * DAY_MS)
  const two = (value: number) => String(value).padStart(2, "0")
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function rangeWords(start: string, end: string): string {
  if (start === "" && end === "") return "Any date"
  if (end === "") return `From ${formatDate(start)}`
  if (start === "") return `Until ${formatDate(end)}`
  return start === end ? formatDate(start) : `${formatDate(start)} – ${formatDate(end)}`
}
