import type { ReactNode } from "react"
import { clearOfToasts } from "../../components/ui/clear-of-toasts.ts"
import { classNames } from "../../lib/class-names.ts"

export type AsideBarProps = {
  /** Where the aside itself has room, which is where the bar goes. */
  className: string
  children: ReactNode
}

/** What the aside would say where it has no room: at the bottom edge of a phone, in the corner of a tablet. */
export function AsideBar({ className, children }: AsideBarProps) {
  return (
    <div
      ref={clearOfToasts}
      className={classNames(
        "fixed inset-x-0 bottom-0 z-30 border-line border-t bg-raised p-3 md:inset-x-auto md:right-4 md:bottom-4 md:w-116 md:rounded-lg md:border md:shadow-float",
        className,
      )}
    >
      {children}
    </div>
  )
}
