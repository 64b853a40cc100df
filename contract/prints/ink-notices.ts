import { isInkOpen } from "../artwork/ink.ts"
import { inkText } from "../artwork/ink-text.ts"
import type { Manifest } from "./manifest.ts"

/** Returns what a print's items have to be looked at for, in sentences by item, as its account reads lengths. */
export function inkNotices({
  findings,
  lengthUnit,
}: Pick<Manifest, "findings" | "lengthUnit">): Map<string, string> {
  const open = Map.groupBy(findings.filter(isInkOpen), ({ itemId }) => itemId as string)
  return new Map(
    [...open].map(([itemId, own]) => [itemId, own.map(({ text }) => inkText(text, lengthUnit)).join(" ")]),
  )
}
