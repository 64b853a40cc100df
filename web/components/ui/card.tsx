import type { ComponentProps } from "react"
import { classNames } from "../../lib/class-names.ts"

export const cardClasses = "rounded-lg border border-line bg-surface shadow-card"

/** Draws a surface on the page. Cards are never nested. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames(cardClasses, className)} />
}
