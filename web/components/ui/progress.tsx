import { classList } from "../../lib/class-list.ts"

export type ProgressProps = {
  /** 0..1 */
  value: number
  label: string
  tone?: "accent" | "busy" | "good"
  /** The per cent beside the bar. */
  showsValue?: boolean
  /** The current step, before the per cent. */
  stage?: string
  className?: string
}

export function Progress({ value, label, tone = "accent", showsValue, stage, className }: ProgressProps) {
  const percent = Math.round(Math.min(1, Math.max(0, value)) * 100)
  const fill = { accent: "bg-accent", busy: "bg-busy", good: "bg-good" }[tone]
  return (
    <span className={classList("flex items-center gap-2", className)}>
      <span
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={stage && `${stage} ${percent}%`}
        className="block h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-ink/10"
      >
        <span
          className={classList("block h-full rounded-full transition-[width] duration-200 ease-out", fill)}
          style={{ width: `${percent}%` }}
        />
      </span>
      {showsValue && (
        <span
          className={classList(
            "text-right text-xs text-ink-2 tabular-nums",
            stage === undefined ? "w-9" : "w-24",
          )}
        >
          {stage} {percent}%
        </span>
      )}
    </span>
  )
}
