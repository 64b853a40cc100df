import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { useModalParam } from "../../lib/use-search-modal.ts"

const RuleModal = lazyRouteComponent(() => import("./rule-modal.tsx"), "RuleModal")

/** Shows how the answers of a SKU or listing are read, if the address asks for it: `editRule={key}`. */
export function RuleDialog() {
  const rule = useModalParam("editRule")
  if (!rule.isOpen) return null
  return (
    <Suspense>
      <RuleModal key={rule.value} ruleKey={rule.value} onClose={rule.close} />
    </Suspense>
  )
}
