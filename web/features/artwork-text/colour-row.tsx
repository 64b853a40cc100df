import { X } from "lucide-react"
import { type ReactNode, useState } from "react"
import { Button } from "../../components/ui/button.tsx"

const COLOUR = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i

type ColourRowProps = {
  label: string
  value: string
  onChange: (colour: string) => void
  onSettle: () => void
  onRemove?: () => void
  /** A control after the colour: its width. */
  children?: ReactNode
}

/** Edits a colour by the system's own picker, or as text. */
export function ColourRow({ label, value, onChange, onSettle, onRemove, children }: ColourRowProps) {
  const [typed, setTyped] = useState<string | null>(null)
  function type(text: string) {
    setTyped(text)
    const colour = writtenColour(text)
    if (colour !== null) onChange(colour)
  }
  return (
    <div className="flex min-h-9 items-center gap-2 coarse:min-h-11">
      <span className="w-24 flex-none text-sm">{label}</span>
      <input
        type="color"
        aria-label={label}
        value={value.toLowerCase()}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onSettle}
        className="size-7 [&::-moz-color-swatch]:border-0 [&::-webkit-color-swatch-wrapper]:p-0 [&::-webkit-color-swatch]:border-0 flex-none cursor-pointer overflow-hidden rounded-full border-0 bg-transparent p-0 ring-1 ring-line-strong coarse:size-11"
      />
      <input
        aria-label={`${label} as #rrggbb`}
        value={typed ?? value.slice(1).toUpperCase()}
        autoComplete="off"
        spellCheck={false}
        maxLength={7}
        onChange={(event) => type(event.target.value)}
        onBlur={() => {
          setTyped(null)
          onSettle()
        }}
        className="h-9 w-20 min-w-0 flex-1 rounded-md border border-transparent bg-transparent px-2 text-ink-2 text-sm tabular-nums outline-none hover:border-line focus-visible:border-ring focus-visible:outline-3 focus-visible:outline-ring/22 coarse:h-11 coarse:text-[1rem]"
      />
      {children}
      {onRemove && (
        <Button
          variant="ghost"
          size="icon-sm"
          aria-label={`Remove ${label.toLowerCase()}`}
          onClick={onRemove}
          className="-mr-2"
        >
          <X />
        </Button>
      )}
    </div>
  )
}

/** Returns `#rrggbb` of a typed text; null if it is not a colour. */
export function writtenColour(text: string): string | null {
  const [, digits] = COLOUR.exec(text.trim()) ?? []
  if (digits === undefined) return null
  const six = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits
  return `#${six.toLowerCase()}`
}
