import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

const looks = {
  good: { classes: "bg-good-soft text-good-ink", Icon: CircleCheck },
  warn: { classes: "bg-warn-soft text-warn-ink", Icon: TriangleAlert },
  bad: { classes: "bg-bad-soft text-bad-ink", Icon: CircleAlert },
  busy: { classes: "bg-busy-soft text-busy-ink", Icon: Info },
}

export type NoticeProps = {
  tone: keyof typeof looks
  children: ReactNode
  action?: ReactNode
  className?: string
}

/**
 * Shows a sentence that the seller must not miss, beside its subject; nothing where there are no words. A bad one
 * is read aloud at once.
 */
export function Notice({ tone, children, action, className }: NoticeProps) {
  if (children === "" || children === null || children === undefined) return null
  const { classes, Icon } = looks[tone]
  return (
    <div
      role={tone === "bad" ? "alert" : undefined}
      className={classNames(
        "flex flex-wrap items-start gap-2.5 rounded-md px-3 py-2.5 text-sm",
        classes,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4 flex-none" aria-hidden="true" />
      <div className="min-w-0 flex-1 coarse:basis-48">{children}</div>
      {action}
    </div>
  )
}
