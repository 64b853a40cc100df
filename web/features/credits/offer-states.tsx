import { Notice } from "../../components/ui/notice.tsx"
import { Skeleton } from "../../components/ui/skeleton.tsx"

/** The shape of the three packages. */
export function LoadingOffers() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading</span>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-14 rounded-md" />
      ))}
    </div>
  )
}

export function OffersFailed({ message }: { message: string }) {
  return <Notice tone="bad">The prices could not be loaded. {message}</Notice>
}
