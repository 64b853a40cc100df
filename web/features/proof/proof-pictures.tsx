import { type CSSProperties, useEffect, useState } from "react"
import { lengthText } from "../../../contract/length.ts"
import type { ShownProof } from "../../../contract/orders/shown-proof.ts"
import { Spinner } from "../../components/ui/spinner.tsx"
import { fileUrl } from "../../lib/format.ts"
import { type Garment, garmentColour } from "../sheet-preview/garment.ts"

/** The garments of ours on which seams are lighter, and a length is written light. */
const darkGarments: readonly Garment[] = ["red", "forest", "navy", "black"]
/** The drawn shirt's units of an inch: its chest is 20 in wide. */
const UNITS_PER_IN = 15.8
/** The chest of the drawn shirt: where a print begins, and the most that it takes. */
const CHEST = { centre: 300, top: 150, width: 280, height: 440 }
const LOOK_AGAIN_MS = 3_000
const MAX_TRIES = 6

/** The shape of a picture, by its own pixels. */
type Shape = { width: number; height: number }

/** Waits for the picture of a piece, which is drawn when it is asked for first. */
export function useDrawn(path: string): Shape | "waiting" | "failed" {
  const [tries, setTries] = useState(0)
  const [shape, setShape] = useState<Shape | null>(null)
  useEffect(() => {
    if (tries >= MAX_TRIES) return
    const picture = new Image()
    let timer: ReturnType<typeof setTimeout> | undefined
    picture.onload = () => setShape({ width: picture.naturalWidth, height: picture.naturalHeight })
    picture.onerror = () => {
      timer = setTimeout(() => setTries((count) => count + 1), LOOK_AGAIN_MS)
    }
    picture.src = fileUrl(path)
    return () => {
      picture.onload = null
      picture.onerror = null
      clearTimeout(timer)
    }
  }, [path, tries])
  return shape ?? (tries < MAX_TRIES ? "waiting" : "failed")
}

/** `shape` is null until the picture is drawn. */
type PictureProps = { proof: ShownProof; garment: Garment; shape: Shape | null }

/** Shows the piece on a drawn shirt, as wide as it is printed. */
export function OnShirt({ proof, garment, shape }: PictureProps) {
  const colour = garmentColour(garment) ?? "var(--color-garment-heather)"
  const shade = darkGarments.includes(garment) ? "white" : "black"
  const mixed = (share: number) => `color-mix(in oklab, ${colour} ${share}%, ${shade})`
  const { width, height } = shape ?? { width: 1, height: 1 }
  const scale = Math.min((proof.widthIn * UNITS_PER_IN) / width, CHEST.width / width, CHEST.height / height)
  return (
    <svg
      viewBox="14 40 572 612"
      className="size-full md:h-auto"
      aria-hidden="true"
      preserveAspectRatio="xMidYMin slice"
    >
      <path
        d="M238 52C262 61 338 61 362 52C352 84 330 97 300 97S248 84 238 52Z"
        fill={`color-mix(in oklab, ${colour} 72%, black)`}
      />
      <path
        d="M238 52L150 78C132 84 120 92 110 106L30 214C26 220 27 227 32 232L100 282C106 286 112 285 116 280L142 246C147 330 146 500 140 630C140 635 143 638 148 638H452C457 638 460 635 460 630C454 500 453 330 458 246L484 280C488 285 494 286 500 282L568 232C573 227 574 220 570 214L490 106C480 92 468 84 450 78L362 52C352 84 330 97 300 97S248 84 238 52Z"
        fill={colour}
      />
      <path
        d="M238 52C248 84 270 97 300 97S352 84 362 52L375 56C364 97 337 112 300 112S236 97 225 56Z"
        fill={mixed(91)}
      />
      <g fill="none">
        <path
          d="M225 56C236 97 263 112 300 112S364 97 375 56M39 204L121 266M561 204L479 266M141 620H459"
          stroke={mixed(76)}
          strokeWidth="1.3"
          strokeDasharray="5 3.5"
        />
        <path
          d="M147 88C138 140 138 200 142 246M453 88C462 140 462 200 458 246"
          stroke={mixed(80)}
          strokeWidth="2"
          strokeLinecap="round"
        />
        <path
          d="M160 352C176 396 180 446 174 500M440 372C426 408 421 452 426 512M214 560C222 580 222 600 218 616M392 574C386 590 386 602 390 616"
          stroke={mixed(93)}
          strokeWidth="5"
          strokeLinecap="round"
        />
      </g>
      {shape && (
        <image
          href={fileUrl(proof.picture)}
          x={CHEST.centre - (width * scale) / 2}
          y={CHEST.top}
          width={width * scale}
          height={height * scale}
        />
      )}
    </svg>
  )
}

/** Shows the piece alone on the garment's colour, with its width. */
export function CloseUp({ proof, garment, shape }: PictureProps) {
  const said = [proof.title, ...proof.texts.map(({ text }) => text)].join(", ")
  const colour = garmentColour(garment) ?? "var(--color-garment-heather)"
  return (
    <div
      className="relative flex min-h-0 flex-1 items-center justify-center overflow-hidden rounded-xl p-6 coarse:min-h-48 coarse:p-4"
      style={{ background: colour }}
    >
      {shape ? (
        <div
          className="w-[min(100%,calc((100dvh-16rem)*var(--shape)))] coarse:w-[min(100%,calc(9rem*var(--shape)))]"
          style={{ "--shape": shape.width / shape.height } as CSSProperties}
        >
          <img src={fileUrl(proof.picture)} alt={said} className="block w-full" />
          <div
            aria-hidden="true"
            className="mt-3 flex items-center gap-2 text-2xs"
            style={{
              color: `color-mix(in oklab, ${colour} 25%, ${darkGarments.includes(garment) ? "white" : "black"})`,
            }}
          >
            <span className="h-2 border-current border-l" />
            <span className="h-px flex-1 bg-current opacity-60" />
            <b className="font-[600] tabular-nums">{lengthText(proof.widthIn, proof.lengthUnit)}</b>
            <span className="h-px flex-1 bg-current opacity-60" />
            <span className="h-2 border-current border-l" />
          </div>
        </div>
      ) : (
        <Spinner />
      )}
    </div>
  )
}
