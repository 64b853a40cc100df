import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"

const Later = lazyRouteComponent(() => import("./assistant-question.tsx"), "AssistantQuestion")

/** Shows what an assistant asks for. The forms in front of the sign-in are one file, and few people come to this one. */
export function ConnectScreen() {
  return (
    <Suspense>
      <Later />
    </Suspense>
  )
}
