import { classList } from "../../lib/class-list.ts"

export type FilmMeterProps = { /** 0..1 */ value: number; label: string; className?: string }

/** Draws a strip of film that fills, ticked in tenths like a ruler. */
export function FilmMeter({ value, label, className }: FilmMeterProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 1000) / 10
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot carry the ticks
    <div
      role="meter"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className={classList(
        "relative overflow-hidden [:where(&)]:h-3 rounded-[3px] bg-sunken shadow-[inset_0_0_0_1px_var(--color-line)] after:absolute after:inset-0 after:bg-[repeating-linear-gradient(90deg,transparent_0_calc(10%-1px),color-mix(in_oklab,var(--color-surface)_70%,transparent)_0_10%)]",
        className,
      )}
    >
      <span className="block h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  )
}
