import { useEffect, useRef } from "react"
import { Button } from "../../components/ui/button.tsx"
import { formatCount } from "../../lib/format.ts"

type MoreImagesProps = { shown: number; total: number; isLoading: boolean; onMore: () => void }

/** Ends a list that is fetched in parts: asks for the next as soon as it comes into sight. */
export function MoreImages({ shown, total, isLoading, onMore }: MoreImagesProps) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  // Each part moves the end out of sight, or it is watched anew and asks again.
  useEffect(() => {
    if (isLoading || !end.current) return
    const watch = new IntersectionObserver(([entry]) => entry.isIntersecting && latest.current())
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [isLoading, shown])
  return (
    <div ref={end} className="mt-2 flex justify-center">
      <Button variant="ghost" size="sm" isLoading={isLoading} onClick={onMore}>
        More images ({formatCount(shown)} of {formatCount(total)})
      </Button>
    </div>
  )
}
