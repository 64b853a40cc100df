import { Star } from "lucide-react"
import { type PointerEvent, useState } from "react"
import { classNames } from "../../lib/class-names.ts"

const STARS = 5

export type StarsProps = {
  /** 0 to 5 in half steps. */
  value: number
  /** Called with the new score; without it the stars are read-only. */
  onChange?: (value: number) => void
  label: string
  size?: "sm" | "md"
}

/** Shows a score. The control is one slider: arrows step by half, Home, End; a second tap clears. */
export function Stars({ value, onChange, label, size = "sm" }: StarsProps) {
  const [hovered, setHovered] = useState<number | null>(null)
  const shown = hovered ?? value
  const pictures = Array.from({ length: STARS }, (_, index) => (
    <OneStar key={index} fill={Math.min(1, Math.max(0, shown - index))} isLarge={size === "md"} />
  ))
  if (onChange === undefined) {
    return (
      <span role="img" aria-label={`${label}: ${value} of ${STARS}`} className="inline-flex">
        {pictures}
      </span>
    )
  }

  function scoreAt(event: PointerEvent<HTMLElement>): number {
    const box = event.currentTarget.getBoundingClientRect()
    const halves = Math.ceil(((event.clientX - box.left) / box.width) * STARS * 2)
    return Math.min(STARS, Math.max(0.5, halves / 2))
  }

  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={STARS}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${STARS} stars`}
      onPointerMove={(event) => event.pointerType === "mouse" && setHovered(scoreAt(event))}
      onPointerLeave={() => setHovered(null)}
      onPointerUp={(event) => {
        const score = scoreAt(event)
        setHovered(null)
        onChange(score === value ? 0 : score)
      }}
      onKeyDown={(event) => {
        const next = keyTarget(event.key, value)
        if (next === null) return
        event.preventDefault()
        onChange(next)
      }}
      className="inline-flex cursor-pointer rounded-xs py-1 coarse:py-3"
    >
      {pictures}
    </span>
  )
}

function keyTarget(key: string, value: number): number | null {
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(STARS, value + 0.5)
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, value - 0.5)
  if (key === "Home") return 0
  if (key === "End") return STARS
  return null
}

function OneStar({ fill, isLarge }: { fill: number; isLarge: boolean }) {
  const size = isLarge ? "size-6" : "size-4"
  return (
    <span aria-hidden="true" className={classNames("relative block", size)}>
      <Star className={classNames("text-star-off", size)} fill="currentColor" strokeWidth={0} />
      {fill > 0 && (
        <span className={classNames("absolute inset-0 overflow-hidden text-star", fill < 1 && "w-1/2")}>
          <Star className={size} fill="currentColor" strokeWidth={0} />
        </span>
      )}
    </span>
  )
}
