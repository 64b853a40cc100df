import { ZoomIn, ZoomOut } from "lucide-react"
import { Button } from "../../components/ui/button.tsx"

/** The zooms beside the fitted picture: screen pixels for each of the file's. */
const zooms = [null, 1, 2, 4] as const
export type Zoom = (typeof zooms)[number]

/** Changes the zoom by a step, and says how large the picture is. */
export function ZoomButtons({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const step = (by: number) => onZoom(zooms[zooms.indexOf(zoom) + by] ?? null)
  return (
    <span className="ml-auto flex items-center gap-0.5">
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Zoom out"
        disabled={zoom === null}
        onClick={() => step(-1)}
      >
        <ZoomOut />
      </Button>
      <output className="w-12 text-center text-xs font-[550]">
        {zoom === null ? "Fit" : `${zoom * 100} %`}
      </output>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label="Zoom in"
        disabled={zoom === zooms.at(-1)}
        onClick={() => step(1)}
      >
        <ZoomIn />
      </Button>
    </span>
  )
}
