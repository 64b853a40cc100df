import { classNames } from "../../lib/class-names.ts"

/** Draws a placeholder for loading content. Put one `role="status"` beside a group of them. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-slot="skeleton"
      className={classNames("animate-pulse rounded-xs bg-sunken motion-reduce:animate-none", className)}
    />
  )
}
