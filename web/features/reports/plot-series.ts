/** A day, week or month; `short` is its name below a plot. */
export type Period = { date: string; words: string; short: string }

/** Bars, one for each period. Later series stand before earlier ones. */
export type PlotSeries = {
  label: string
  amounts: readonly number[]
  /** One of the tokens in `styles/tokens.css`. */
  color: "accent" | "bad" | "line-strong"
}
