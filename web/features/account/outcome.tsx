import type { ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

const grounds = {
  busy: "bg-busy-soft text-busy-ink",
  good: "bg-good-soft text-good-ink",
  bad: "bg-bad-soft text-bad-ink",
}

/** Shows the result of a link from a mail, and the next step. */
export function Outcome({
  tone,
  icon,
  title,
  action,
  after,
  children,
}: {
  tone: keyof typeof grounds
  icon: ReactNode
  title: string
  action?: ReactNode
  /** Below it, and no part of what is announced. */
  after?: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <div role="status">
        <span
          aria-hidden="true"
          className={classNames("grid size-12 place-items-center rounded-lg [&_svg]:size-6", grounds[tone])}
        >
          {icon}
        </span>
        <h1 className="mt-5 text-2xl font-[650]">{title}</h1>
        <p className="mt-2 text-lg text-ink-2">{children}</p>
        {action !== undefined && <div className="mt-7">{action}</div>}
      </div>
      {after}
    </>
  )
}
