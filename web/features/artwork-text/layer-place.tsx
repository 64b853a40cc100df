import { roundedBox } from "./box-moves.ts"
import { ExactNumber } from "./number-row.tsx"
import type { Box } from "./text-draft.ts"

const sides = [
  { side: "x", label: "Left" },
  { side: "y", label: "Top" },
  { side: "width", label: "Width" },
  { side: "height", label: "Height" },
] as const
type Side = (typeof sides)[number]["side"]

/** The least width or height, in per cent. */
const LEAST = 1

type LayerPlaceProps = { box: Box; onChange: (box: Box) => void; onSettle: () => void }

/** Edits a box's place exactly, in hundredths of the artwork. */
export function LayerPlace({ box, onChange, onSettle }: LayerPlaceProps) {
  return (
    <fieldset className="col-span-2 border-line-soft border-t pt-3">
      <legend className="sr-only">Place</legend>
      <div className="grid grid-cols-4 gap-2">
        {sides.map(({ side, label }) => (
          <div key={side} className="min-w-0">
            <span aria-hidden="true" className="mb-1 block text-ink-2 text-xs">
              {label}
            </span>
            <ExactNumber
              label={label}
              unit="%"
              value={box[side] / 10}
              min={isLength(side) ? LEAST : 0}
              max={mostOf(box, side) / 10}
              step={0.5}
              onChange={(next) => onChange(roundedBox({ ...box, [side]: next * 10 }))}
              onSettle={onSettle}
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function isLength(side: Side): boolean {
  return side === "width" || side === "height"
}

/** Returns the largest value that keeps the box on the artwork. */
function mostOf(box: Box, side: Side): number {
  return 1000 - { x: box.width, y: box.height, width: box.x, height: box.y }[side]
}
