import { Link } from "@tanstack/react-router"
import { ChevronRight } from "lucide-react"
import { Fragment } from "react"

export type BreadcrumbItem = { label: string; href?: string }

/** The length up to which a name is never cut: where room is short, longer ones are. */
const SHORT = 20

/** Shows the path to the page; the last entry is the page itself. */
export function Breadcrumb({ items }: { items: readonly BreadcrumbItem[] }) {
  return (
    <nav aria-label="Breadcrumb" className="min-w-0">
      <ol className="flex items-center gap-1.5 text-sm text-ink-3">
        {items.map((item, index) => {
          const isLast = index === items.length - 1
          return (
            <Fragment key={`${item.label} ${item.href ?? ""}`}>
              {index > 0 && (
                <li aria-hidden="true">
                  <ChevronRight className="size-3.5" />
                </li>
              )}
              <li className={item.label.length > SHORT ? "min-w-0 truncate" : "flex-none"}>
                {isLast || item.href === undefined ? (
                  <span
                    aria-current={isLast ? "page" : undefined}
                    className={isLast ? "font-[550] text-ink" : ""}
                  >
                    {item.label}
                  </span>
                ) : (
                  <Link to={item.href} className="rounded-xs hover:text-ink">
                    {item.label}
                  </Link>
                )}
              </li>
            </Fragment>
          )
        })}
      </ol>
    </nav>
  )
}
