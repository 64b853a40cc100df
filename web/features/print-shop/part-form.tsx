import { lazyRouteComponent } from "@tanstack/react-router"
import { Suspense } from "react"
import { Skeleton } from "../../components/ui/skeleton.tsx"
import type { PartFormProps } from "./form-end.tsx"
import type { ShopPart } from "./shop.ts"

const forms = {
  roll: lazyRouteComponent(() => import("./roll-form.tsx"), "RollForm"),
  files: lazyRouteComponent(() => import("./files-form.tsx"), "FilesForm"),
  place: lazyRouteComponent(() => import("./place-form.tsx"), "PlaceForm"),
  cost: lazyRouteComponent(() => import("./cost-form.tsx"), "CostForm"),
}

/** Shows the form of one part of the print shop: the same as a step and on the page. */
export function PartForm({ part, ...props }: PartFormProps & { part: ShopPart }) {
  const Part = forms[part]
  return (
    <Suspense fallback={<Skeleton className="h-48 rounded-md" />}>
      <Part {...props} />
    </Suspense>
  )
}
