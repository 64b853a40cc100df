import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"

const Later = lazyRouteComponent(() => import("./own-sign-up.tsx"), "WaitsForLink")

/** Draws it once it has loaded: most who come to these forms have no sign-up that waits. */
export function WaitsForLink() {
  return (
    <Suspense>
      <Later />
    </Suspense>
  )
}
