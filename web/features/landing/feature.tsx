import type { ReactNode } from "react"

export type FeatureProps = {
  title: string
  words: string
  picture: ReactNode
  /** True for a taller picture, as features of a wide grid have. */
  isTall?: boolean
}

/** Shows a feature of the product, with a small picture. */
export function Feature({ title, words, picture, isTall }: FeatureProps) {
  return (
    <article className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div
        aria-hidden="true"
        className={`relative overflow-hidden border-line-soft border-b bg-canvas ${isTall ? "h-60" : "h-44"}`}
      >
        {picture}
      </div>
      <div className="p-5">
        <h3 className="text-lg font-[620]">{title}</h3>
        <p className="mt-1 text-base text-pretty text-ink-2">{words}</p>
      </div>
    </article>
  )
}
