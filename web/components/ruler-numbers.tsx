import type { CSSProperties } from "react"
import { rulerNumbers } from "../lib/length.ts"

/** Draws the numbers on a ruler along a length, every so many of the account's units. */
export function RulerNumbers({ lengthIn, step }: { lengthIn: number; step: number }) {
  return rulerNumbers(lengthIn, step).map((number) => (
    <b key={number} style={{ "--n": number } as CSSProperties}>
      {number}
    </b>
  ))
}
