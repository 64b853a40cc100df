import { texts } from "../../../contract/text.ts"
import { Skeleton } from "../../components/ui/skeleton.tsx"

const skeletonTiles = Array.from({ length: 12 }, (_, index) => `tile ${index}`)

/** The shape of a page of tiles. */
export function GridSkeleton() {
  return (
    <>
      <span role="status" className="sr-only">
        Loading
      </span>
      {skeletonTiles.map((tile) => (
        <div key={tile}>
          <Skeleton className="aspect-square rounded-md" />
          <Skeleton className="mt-2 h-4 w-3/4" />
          <Skeleton className="mt-1.5 h-3 w-1/2" />
        </div>
      ))}
    </>
  )
}

/** Over the page while files hang above it. */
export function DropVeil() {
  return (
    <div className="appear pointer-events-none fixed inset-0 z-30 grid place-items-center bg-scrim p-6">
      <p className="rounded-lg bg-raised px-6 py-5 text-lg font-[620] shadow-float">{texts.dropzoneOver}</p>
    </div>
  )
}
