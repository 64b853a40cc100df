import { Link, useLocation } from "@tanstack/react-router"
import { X } from "lucide-react"
import { useEffect, useRef } from "react"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { type Size, sizeLabel } from "../../../contract/size.ts"
import { texts } from "../../../contract/text.ts"
import { effectiveDpi, LOW_DPI } from "../../../sheet/preflight/warnings.ts"
import { Button } from "../../components/ui/button.tsx"
import { Select } from "../../components/ui/select.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import { classNames } from "../../lib/class-names.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"
import { artworkOf, isVector } from "../sheet-preview/image-artwork.ts"
import type { PreviewImage } from "../sheet-preview/preview-item.ts"

/** Wide enough for a size's name and value. */
const sizeWidth = "md:w-42 md:flex-none"

type ItemRowProps = {
  image: PreviewImage | null
  size: { _id: string; name: string; value: number } | null
  isImageDeleted: boolean
  isSizeDeleted: boolean
  quantity: number
  sizes: readonly Size[]
  trim: boolean
  isPicked: boolean
  /** Copies of it are picked on the film. */
  isInHand: boolean
  onPick: () => void
  onHover: (isOver: boolean) => void
  onSize: (size: Size) => void
  onQuantity: (quantity: number) => void
  onRemove: () => void
}

/** One row of the builder: which image, in which size, how often. */
export function ItemRow(props: ItemRowProps) {
  const { image, size, sizes, quantity } = props
  const name = image?.name ?? "the missing image"
  const dpi = dpiOf(image, size?.value ?? null, props.trim)
  const isLow = dpi !== null && dpi < LOW_DPI
  const isGone = size === null && props.isSizeDeleted
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (props.isInHand) row.current?.scrollIntoView({ block: "nearest" })
  }, [props.isInHand])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys pick pieces in the list of pieces
    <li
      ref={row}
      data-in-hand={props.isInHand || undefined}
      onClick={(event) => !isControl(event.target) && props.onPick()}
      onPointerEnter={(event) => event.pointerType === "mouse" && props.onHover(true)}
      onPointerLeave={() => props.onHover(false)}
      onFocus={() => props.onHover(true)}
      onBlur={() => props.onHover(false)}
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-2 border-line-soft border-t px-3 py-2.5 first:border-t-0 md:flex-nowrap md:py-1.5",
        (isLow || image === null || size === null) && "bg-warn-soft/45",
        props.isPicked && "bg-accent-soft/55",
        props.isInHand && "bg-accent-soft",
      )}
    >
      <ArtworkPicture path={image?.previewFile?.path ?? null} className="size-11 rounded-xs p-1 md:size-10" />
      <div className="min-w-0 flex-1">
        <div className="truncate text-sm font-[550]">
          {image ? image.name : props.isImageDeleted ? texts.imageDeleted : texts.imagePlaceholder}
        </div>
        <div className={classNames("text-xs", isLow ? "font-[550] text-warn-ink" : "text-ink-3")}>
          {image ? isGone ? texts.sizeDeleted : dpiWords(image, dpi) : <PickFromImages />}
        </div>
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove ${name}`}
        title="Remove"
        className="-mr-1 md:order-last"
        onClick={props.onRemove}
      >
        <X />
      </Button>
      <div className="flex w-full items-center gap-2 md:w-auto">
        <SizeSelect
          label={`Size of ${name}`}
          size={size}
          sizes={sizes}
          isDeleted={props.isSizeDeleted}
          onSize={props.onSize}
          className={`min-w-0 flex-1 ${sizeWidth}`}
        />
        <Stepper
          value={quantity}
          onChange={props.onQuantity}
          label={`Quantity of ${name}`}
          max={MAX_PRINT_COPIES}
          className="flex-none"
        />
      </div>
    </li>
  )
}

/** Whether a click meant a button or a field in the row, and not the row. */
export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, input, a, [role='combobox']") !== null
}

type SizeSelectProps = {
  label: string
  size: { _id: string; name: string; value: number } | null
  sizes: readonly Size[]
  isDeleted: boolean
  isDisabled?: boolean
  onSize: (size: Size) => void
  className?: string
}

/** A size as a dropdown; an empty one says whether it was deleted or never chosen. */
export function SizeSelect({
  label,
  size,
  sizes,
  isDeleted,
  isDisabled,
  onSize,
  className,
}: SizeSelectProps) {
  // A size that was deleted meanwhile is still shown where it is chosen.
  const isListed = size === null || sizes.some((one) => one._id === size._id)
  const options = [
    ...(isListed ? [] : [{ value: size._id, label: sizeLabel(size) }]),
    ...sizes.map((one) => ({ value: one._id, label: sizeLabel(one) })),
  ]
  return (
    <Select
      label={label}
      isQuiet={size !== null}
      size="sm"
      value={size?._id ?? ""}
      placeholder={isDeleted ? texts.sizeDeleted : texts.selectSize}
      isDisabled={isDisabled}
      onValueChange={(id) => {
        const picked = sizes.find((one) => one._id === id)
        if (picked) onSize(picked)
      }}
      options={options}
      className={className}
    />
  )
}

function PickFromImages() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <>
      Select an image from{" "}
      <Link to="/images" search={{ callback: here }} className="font-[550] text-accent-ink hover:underline">
        Images
      </Link>
    </>
  )
}

/** Effective DPI of a row, or null where it means nothing. */
export function dpiOf(image: PreviewImage | null, widthIn: number | null, trim: boolean): number | null {
  const art = image && !isVector(image) ? artworkOf(image) : null
  return art && widthIn ? effectiveDpi(art, widthIn, trim) : null
}

/** `177 DPI, below 200` */
export function dpiWords(image: PreviewImage, dpi: number | null): string {
  if (dpi !== null) return dpi < LOW_DPI ? `${dpi} DPI, below ${LOW_DPI}` : `${dpi} DPI`
  return isVector(image) ? "Vector, sharp at every size" : "Choose a size"
}
