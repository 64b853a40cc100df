import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

export type PageHeaderProps = {
  title: ReactNode
  /** A small button at the title's end. */
  titleAction?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  isInline?: boolean
}

/**
 * Shows title, description and actions of a page. `isInline` keeps actions beside it on phones if they fit.
 */
export function PageHeader({ title, titleAction, description, actions, isInline }: PageHeaderProps) {
  // A title that can be changed is somebody's own, and needs room on a phone.
  const basis = !isInline ? "basis-56" : titleAction ? "basis-64" : "basis-40"
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className={classNames("min-w-0 flex-1", basis)}>
        <div className="flex items-center gap-1">
          <h1 className="min-w-0 text-xl font-[640] wrap-anywhere">{title}</h1>
          {titleAction}
        </div>
        {description !== undefined && <p className="mt-0.5 text-sm text-ink-2">{description}</p>}
      </div>
      {actions !== undefined && (
        <div
          className={
            isInline ? "flex items-center gap-2" : "flex items-center gap-2 coarse:w-full coarse:[&>*]:flex-1"
          }
        >
          {actions}
        </div>
      )}
    </div>
  )
}
