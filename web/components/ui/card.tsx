import type { ComponentProps } from "react"
import { classNames } from "../../lib/class-names.ts"

export const cardClasses = "rounded-lg border border-line bg-surface shadow-card"

/** A surface on the page. Never inside another one. */
export function Card({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classNames(cardClasses, className)} />
}
