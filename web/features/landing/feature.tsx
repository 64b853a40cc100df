import type { ReactNode } from "react"

export type FeatureProps = {
  title: string
  words: string
  picture: ReactNode
  /** Height of the picture; a feature of a wide grid has a taller one. */
  isTall?: boolean
}

/** Something the product does, with a small picture of it. */
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
