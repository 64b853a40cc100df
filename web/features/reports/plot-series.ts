/** A day, week or month; `short` is its name below a plot. */
export type Period = { date: string; words: string; short: string }

/** Bars, one for each period, none where the amount is not known. Later series stand before earlier ones. */
export type PlotSeries = {
  label: string
  amounts: readonly (number | null)[]
  /** One of the tokens in `styles/tokens.css`. */
  color: "accent" | "bad" | "line-strong"
}
