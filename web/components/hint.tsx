import { lazy, Suspense } from "react"
import { useHint } from "../lib/hints.ts"
import type { HintProps } from "./hint-line.tsx"

const HintLine = lazy(() => import("./hint-line.tsx").then(({ HintLine }) => ({ default: HintLine })))

/** Points out a gesture that nothing shows, until it was used once or the hint is closed. */
export function Hint(props: HintProps) {
  return useHint(props.id) ? (
    <Suspense>
      <HintLine {...props} />
    </Suspense>
  ) : null
}
