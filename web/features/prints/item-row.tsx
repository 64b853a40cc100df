import { Link, lazyRouteComponent, useLocation } from "@tanstack/react-router"
import { X } from "lucide-react"
import { memo, Suspense } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { MAX_PRINT_COPIES } from "../../../contract/limit.ts"
import { texts } from "../../../contract/text.ts"
import { effectiveDpi, LOW_DPI } from "../../../sheet/preflight/warnings.ts"
import { Button } from "../../components/ui/button.tsx"
import { Checkbox } from "../../components/ui/checkbox.tsx"
import { Stepper } from "../../components/ui/stepper.tsx"
import { classNames } from "../../lib/class-names.ts"
import { ArtworkPicture } from "../sheet-preview/artwork-picture.tsx"

import { artworkOf } from "../sheet-preview/image-artwork.ts"
import { type PreviewImage, type PreviewItem, pieceName } from "../sheet-preview/preview-item.ts"
import { SizePicker } from "../sizes/size-picker.tsx"
import type { DraftItem } from "./print-draft.ts"
import { RowText } from "./row-text.tsx"

const RowInk = lazyRouteComponent(() => import("./row-ink.tsx"), "RowInk")

/** Classes wide enough for a size's name and value. */
const sizeWidth = "@md:w-42 @md:flex-none"

/** The actions of a row; the same functions as long as the screen lives. */
export type RowActs = {
  /** Picks its copies on the film. */
  onPick: (key: string) => void
  onHover: (key: string | null) => void
  onTick: (key: string, isTicked: boolean, withShift: boolean) => void
  onSet: (key: string, values: { size?: Size; quantity?: number }) => void
  onRemove: (key: string) => void
  /** Opens its text. */
  onValues: (key: string) => void
}

type ItemRowProps = {
  item: DraftItem
  /** The place among all rows, of which only the visible ones are drawn. */
  index: number
  count: number
  measure: (row: HTMLElement | null) => void
  /** The row as the sheet takes it, with its piece. */
  preview: PreviewItem
  sizes: readonly Size[]
  trim: boolean
  isTicked: boolean
  isJustAdded: boolean
  /** True while the mouse is over it, or over one of its copies on the film. */
  isHovered: boolean
  /** True if copies of it are picked on the film. */
  isInHand: boolean
  acts: RowActs
}

/** Draws one row of the builder with image, size and quantity. Drawn again only when it changes. */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { item, preview, sizes, acts } = props
  const { key, image, size, quantity } = item
  const name = image ? pieceName(image, item.values) : "the missing image"
  const hasFields = image !== null && image.fields.length > 0
  const dpi = dpiOf(image, size?.value ?? null, props.trim)
  const isLow = dpi !== null && dpi < LOW_DPI
  const isGone = size === null && item.isSizeDeleted
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys pick pieces in the list of pieces
    <li
      ref={props.measure}
      data-row={key}
      data-index={props.index}
      aria-posinset={props.index + 1}
      aria-setsize={props.count}
      data-in-hand={props.isInHand || undefined}
      onClick={(event) => !isControl(event.target) && acts.onPick(key)}
      onPointerEnter={(event) => event.pointerType === "mouse" && acts.onHover(key)}
      onPointerLeave={() => acts.onHover(null)}
      onFocus={() => acts.onHover(key)}
      onBlur={() => acts.onHover(null)}
      className={classNames(
        "flex flex-wrap items-center gap-x-3 gap-y-2 border-line-soft border-t px-3 py-2.5 first:border-t-0 md:max-[1400px]:gap-x-2 @md:flex-nowrap @md:py-1.5",
        (isLow || image === null || size === null) && "bg-warn-soft/45",
        props.isJustAdded && "shadow-[inset_3px_0_var(--color-accent)]",
        props.isTicked && "bg-accent-soft/35",
        props.isHovered && "bg-accent-soft/55",
        props.isInHand && "bg-accent-soft",
      )}
    >
      <Checkbox
        label={`Select ${name}`}
        checked={props.isTicked}
        onCheckedChange={(isTicked, withShift) => acts.onTick(key, isTicked, withShift)}
      />
      <ArtworkPicture
        path={preview.image?.previewFile?.path ?? null}
        className="size-11 rounded-xs p-1 md:size-10"
      />
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <span className="truncate text-sm font-[550]" title={image?.name}>
            {image ? image.name : item.isImageDeleted ? texts.imageDeleted : texts.imagePlaceholder}
          </span>
          {props.isJustAdded && <span className="flex-none text-2xs font-[650] text-accent-ink">New</span>}
        </div>
        <div className={classNames("text-xs", isLow ? "font-[550] text-warn-ink" : "text-ink-3")}>
          {image ? isGone ? texts.sizeDeleted : dpiWords(image, dpi, size !== null) : <PickFromImages />}
          <span className="ml-2">
            <Suspense>{image && <RowInk itemId={preview.id} imageId={image._id} name={name} />}</Suspense>
          </span>
        </div>
        {hasFields && <RowText row={preview} name={name} onEdit={() => acts.onValues(key)} />}
      </div>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Remove ${name}`}
        title="Remove"
        className="-mr-1 @md:order-last"
        onClick={() => acts.onRemove(key)}
      >
        <X />
      </Button>
      <div className="flex w-full items-center gap-2 @md:w-auto">
        <div data-mend="size" className={`min-w-0 flex-1 ${sizeWidth}`}>
          <SizeSelect
            label={`Size of ${name}`}
            size={size}
            sizes={sizes}
            isDeleted={item.isSizeDeleted}
            onSize={(picked) => acts.onSet(key, { size: picked })}
          />
        </div>
        <Stepper
          value={quantity}
          onChange={(next) => acts.onSet(key, { quantity: next })}
          label={`Quantity of ${name}`}
          max={MAX_PRINT_COPIES}
          className="flex-none"
        />
      </div>
    </li>
  )
})

/** Returns whether a click was on a button or a field in the row, and not on the row. */
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

/** Offers sizes as a dropdown; an empty one says whether the size was deleted or never chosen. */
export function SizeSelect({
  label,
  size,
  sizes,
  isDeleted,
  isDisabled,
  onSize,
  className,
}: SizeSelectProps) {
  return (
    <SizePicker
      label={label}
      chosen={size}
      placeholder={isDeleted ? texts.sizeDeleted : texts.selectSize}
      sizes={sizes}
      onPick={onSize}
      isQuiet={size !== null}
      size="sm"
      isDisabled={isDisabled}
      className={className}
    />
  )
}

function PickFromImages() {
  const here = useLocation({ select: (location) => location.href })
  return (
    <span data-mend="image">
      Select an image from{" "}
      <Link to="/images" search={{ callback: here }} className="font-[550] text-accent-ink hover:underline">
        Images
      </Link>
    </span>
  )
}

/** Returns the effective DPI of a row, or null if it means nothing. */
export function dpiOf(image: PreviewImage | null, widthIn: number | null, trim: boolean): number | null {
  const art = image && !image.isVector ? artworkOf(image) : null
  return art && widthIn ? effectiveDpi(art, widthIn, trim) : null
}

/** Returns `177 DPI, below 200`, or why there is no such figure. */
export function dpiWords(image: PreviewImage, dpi: number | null, isSized: boolean): string {
  if (dpi !== null) return dpi < LOW_DPI ? `${dpi} DPI, below ${LOW_DPI}` : `${dpi} DPI`
  if (image.isVector) return "Always sharp"
  if (!isSized) return "Choose a size"
  return image.status === "Failed" ? "Cannot be used" : "Being prepared"
}
