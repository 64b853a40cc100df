import { useEffect, useRef } from "react"
import { Button } from "../../components/ui/button.tsx"
import { formatCount } from "../../lib/format.ts"

type MoreImagesProps = { shown: number; total: number; isLoading: boolean; onMore: () => void }

/** Ends a list that is loaded in parts: loads the next one as soon as it becomes visible. */
export function MoreImages({ shown, total, isLoading, onMore }: MoreImagesProps) {
  const end = useRef<HTMLDivElement>(null)
  const latest = useRef(onMore)
  useEffect(() => {
    latest.current = onMore
  })
  // Each part moves the end out of sight; otherwise it is watched again and loads another.
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
