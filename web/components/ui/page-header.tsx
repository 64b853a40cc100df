import type { ReactNode } from "react"

export type PageHeaderProps = {
  title: ReactNode
  description?: ReactNode
  actions?: ReactNode
  isInline?: boolean
}

/** Title, description and actions of a page. `isInline` keeps one action beside it on phones. */
export function PageHeader({ title, description, actions, isInline }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <div className={isInline ? "min-w-0 flex-1" : "min-w-0 flex-1 basis-56"}>
        <h1 className="text-xl font-[640]">{title}</h1>
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
