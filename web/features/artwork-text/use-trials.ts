import { useMemo, useState } from "react"
import type { ArtworkField, ArtworkValues } from "../../../contract/artwork/artwork-field.ts"
import { samplesOf } from "./text-task.ts"
import { type Trial, trialsOf } from "./try-values.ts"

/** Keeps the values that the texts are shown with: one of the trials, or the seller's own. */
export function useTrials(fields: readonly ArtworkField[], inArtwork: readonly string[]) {
  const [pickedKey, pick] = useState<Trial["key"] | "own">("sample")
  const [ownValues, setOwnValues] = useState<ArtworkValues>({})
  const trials = useMemo(() => trialsOf(fields, inArtwork), [fields, inArtwork])
  const values = useMemo(() => {
    const samples = samplesOf(fields)
    if (pickedKey !== "own") return trials.find(({ key }) => key === pickedKey)?.values ?? samples
    return { ...samples, ...Object.fromEntries(Object.entries(ownValues).filter(([, text]) => text !== "")) }
  }, [fields, trials, pickedKey, ownValues])
  function tryOwn(next: ArtworkValues) {
    setOwnValues(next)
    pick(Object.values(next).some((text) => text !== "") ? "own" : "sample")
  }
  return { trials, values, pickedKey, pick, ownValues, tryOwn }
}
