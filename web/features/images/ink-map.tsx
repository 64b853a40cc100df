import { useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import type { InkCode, InkFinding } from "../../../contract/artwork/ink.ts"
import { Notice } from "../../components/ui/notice.tsx"
import { Segments } from "../../components/ui/segments.tsx"
import { Switch } from "../../components/ui/switch.tsx"
import { failureWords } from "../../lib/api.ts"
import { classNames } from "../../lib/class-names.ts"
import type { Garment } from "../sheet-preview/garment.ts"
import { GarmentPicker } from "../sheet-preview/garment-picker.tsx"
import { useIsPale } from "../sheet-preview/use-is-pale.ts"
import { type InkLayer, inkLayers, type LookedUnder, layerWords, useLayerPictures } from "./ink-layers.ts"
import { inkNames } from "./ink-names.ts"
import { InkStage, patternOf } from "./ink-stage.tsx"
import { type Zoom, ZoomButtons } from "./zoom-buttons.tsx"

type InkMapProps = LookedUnder & {
  image: Image
  layer: InkLayer
  onLayer: (layer: InkLayer) => void
  /** The findings that are still to be looked at, as they are listed beside it, and all there are. */
  findings: readonly InkFinding[]
  all: readonly InkFinding[]
  picked: InkCode | null
  onPick: (code: InkCode) => void
}

/**
 * Shows a layer of the artwork, and where on it the findings are: a pattern for each kind, a number for its row in the
 * list.
 */
export function InkMap(props: InkMapProps) {
  const { image, widthIn, template, layer, onLayer, findings, all, picked, onPick } = props
  const [wanted, setWanted] = useState<boolean | null>(null)
  const areShown = wanted ?? layer === "ink"
  const [marksOutside, setMarksOutside] = useState(false)
  const { pictures, error, hasOwnWhite, profile } = useLayerPictures(
    image,
    layer,
    { widthIn, template },
    { marksOutside },
  )
  const [zoom, setZoom] = useState<Zoom>(null)
  const isPale = useIsPale(image.previewFile?.path ?? null)
  const [chosen, setChosen] = useState<Garment | null>(null)
  const garment = chosen ?? (isPale ? "black" : "navy")
  const placed = findings.flatMap((finding, i) =>
    finding.places.length > 0 ? [{ finding, number: i + 1 }] : [],
  )
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="*:auto-cols-auto">
          <Segments label="Layer" value={layer} onChange={onLayer} options={inkLayers} />
        </div>
        {layer === "proof" && profile && (
          <span className="flex items-center gap-2 text-sm">
            <Switch
              label="Stripe what it cannot mix"
              checked={marksOutside}
              onCheckedChange={setMarksOutside}
            />
            Stripe what it cannot mix
          </span>
        )}
        {placed.length > 0 && (
          <span className="ml-auto flex items-center gap-2 text-sm">
            <Switch label="Show findings" checked={areShown} onCheckedChange={setWanted} />
            Findings
          </span>
        )}
      </div>
      <InkStage
        {...{ image, garment, zoom, picked, onPick, pictures }}
        placed={areShown ? placed : []}
        isFailed={error !== null}
      />
      {error !== null && (
        <Notice tone="warn" className="mt-2">
          {failureWords(error)}
        </Notice>
      )}
      {layer !== "ink" && (
        <p className="mt-2 text-ink-2 text-xs">{layerWords(layer, { hasOwnWhite, profile }, all)}</p>
      )}
      <ul aria-label="Marks" className="mt-2 flex min-h-8 flex-wrap items-center gap-x-4 gap-y-1">
        {(areShown ? placed : []).map(({ finding }) => (
          <li key={finding.code} className="flex items-center gap-1.5 text-ink-2 text-xs">
            <span
              aria-hidden="true"
              className="relative block h-4 w-7 flex-none overflow-hidden rounded-xs"
              style={{ background: "var(--color-garment-navy)" }}
            >
              <span className={classNames("absolute inset-[3px]", patternOf(finding.code))} />
            </span>
            {inkNames[finding.code]}
            {finding.count > finding.places.length &&
              `, the worst ${finding.places.length} of ${finding.count}`}
          </li>
        ))}
      </ul>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <span className="text-ink-2 text-sm coarse:hidden">Seen on</span>
        <GarmentPicker value={garment} onChange={setChosen} />
        <ZoomButtons zoom={zoom} onZoom={setZoom} />
      </div>
    </>
  )
}
