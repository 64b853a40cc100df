import type { ReactNode, RefObject } from "react"
import { classNames } from "../../lib/class-names.ts"

type ListSectionProps = {
  /** The place in the page that links lead to; none within another section. */
  anchor?: { ref: RefObject<HTMLElement | null>; id: string }
  titleId: string
  title: string
  note: ReactNode
  /** The button that adds to the list; none while the list is empty, as that has its own. */
  button: ReactNode
  list: ReactNode
  /** What lies over the page. */
  children: ReactNode
}

/** Shows a list of the profile under its title, with a button that adds to it. */
export function ListSection({ anchor, titleId, title, note, button, list, children }: ListSectionProps) {
  const Title = anchor ? "h2" : "h3"
  return (
    <section {...anchor} aria-labelledby={titleId} className={anchor ? "mt-6 scroll-mt-18" : "mt-5"}>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <Title id={titleId} className={classNames("font-[620]", anchor ? "text-lg" : "text-base")}>
            {title}
          </Title>
          <p className="mt-0.5 text-sm text-ink-3">{note}</p>
        </div>
        {button}
      </div>
      <div className="mt-3">{list}</div>
      {children}
    </section>
  )
}
