import { Skeleton } from "../../components/ui/skeleton.tsx"

/** Draws the outline of the editor: artwork, and its texts beside it. */
export function EditorSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="md:flex md:gap-8">
      <div className="flex-1">
        <Skeleton className="h-7 w-60" />
        <Skeleton className="mt-4 h-80 rounded-xl md:h-130" />
      </div>
      <div className="mt-5 space-y-4 md:mt-0 md:w-92">
        <Skeleton className="h-24" />
        <Skeleton className="h-9" />
        <Skeleton className="h-9" />
      </div>
    </div>
  )
}
