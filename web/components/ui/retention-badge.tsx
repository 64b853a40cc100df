import { FileX2, Hourglass } from "lucide-react"
import { classNames } from "../../lib/class-names.ts"

export type RetentionBadgeProps = { days: number; className?: string }

/** Shows the days until a file is deleted: red up to 2, orange up to 5, else green; 0 means deleted. */
export function RetentionBadge({ days, className }: RetentionBadgeProps) {
  const classes = "inline-flex items-center gap-1 whitespace-nowrap text-xs font-[500] [&_svg]:size-3.5"
  if (days <= 0) {
    return (
      <span className={classNames(classes, "text-ink-3", className)}>
        <FileX2 aria-hidden="true" /> File has been deleted
      </span>
    )
  }
  const colour = days <= 2 ? "text-bad-ink" : days <= 5 ? "text-warn-ink" : "text-good-ink"
  return (
    <span className={classNames(classes, colour, className)}>
      <Hourglass aria-hidden="true" /> {days === 1 ? "1 day left" : `${days} days left`}
    </span>
  )
}
