import { useMutation } from "@tanstack/react-query"
import { lazyRouteComponent } from "@tanstack/react-router"
import { Plus } from "lucide-react"
import { type FormEvent, type ReactNode, Suspense, useState } from "react"
import type { Image } from "../../../contract/artwork/image.ts"
import type { Size, SizeInput } from "../../../contract/artwork/size.ts"
import { pageUnit } from "../../../contract/length.ts"
import { printedBox } from "../../../sheet/preflight/piece-size.ts"
import { effectiveDpi, LOW_DPI } from "../../../sheet/preflight/warnings.ts"
import { Button } from "../../components/ui/button.tsx"
import { Input } from "../../components/ui/field.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatLength, formatSize, readLengthAlone } from "../../lib/length.ts"
import { artworkOf } from "../sheet-preview/image-artwork.ts"
import { saveSize, sizeOfWidth } from "../sizes/size-calls.ts"
import { isSizeWidth } from "../sizes/size-choices.ts"
import { offeredSizes, usualInput, usualLabel } from "../sizes/usual-sizes.ts"

const SizeModal = lazyRouteComponent(() => import("../sizes/size-modal.tsx"), "SizeModal")

type SizeButtonsProps = {
  image: Pick<Image, "widthPx" | "heightPx" | "trim" | "isVector"> | null | undefined
  /** Undefined until they are loaded. */
  sizes: readonly Size[] | undefined
  value: string
  onPick: (size: Size) => void
}

/**
 * Shows the seller's sizes as buttons, each with this image's height and DPI, usual widths to a new seller, and
 * the ways to another: its form, or a typed width.
 */
export function SizeButtons({ image, sizes, value, onPick }: SizeButtonsProps) {
  const [isNew, setIsNew] = useState(false)
  const unit = pageUnit()
  const make = useMutation({
    mutationFn: async (input: SizeInput) => (await saveSize(null, input)).size,
    onSuccess: onPick,
  })
  return (
    <fieldset className="mt-5">
      <legend className="mb-1.5 text-sm font-[550]">Size</legend>
      <div className="grid grid-cols-2 gap-2">
        {sizes?.map((size) => (
          <SizeButton key={size._id} isPicked={size._id === value} onClick={() => onPick(size)}>
            <span className="wrap-anywhere block text-balance text-sm font-[550]">{formatSize(size)}</span>
            {image && <SizeMeaning image={image} widthIn={size.value} />}
          </SizeButton>
        ))}
        {sizes &&
          offeredSizes(sizes).map((usual) => {
            const input = usualInput(usual, unit)
            return (
              <SizeButton
                key={usual.name}
                isDashed
                isDisabled={make.isPending}
                onClick={() => make.mutate(input)}
              >
                <span className="wrap-anywhere block text-balance text-sm font-[550]">
                  {usualLabel(usual, unit)}
                </span>
                {image && <SizeMeaning image={image} widthIn={input.value} />}
              </SizeButton>
            )
          })}
        <SizeButton isDashed onClick={() => setIsNew(true)}>
          <span className="flex items-center gap-2 text-sm font-[550] text-ink-2">
            <Plus aria-hidden="true" className="size-4" /> New size…
          </span>
        </SizeButton>
      </div>
      <TypedWidth onPick={onPick} />
      {isNew && (
        <Suspense>
          <SizeModal size={null} onSaved={onPick} onClose={() => setIsNew(false)} />
        </Suspense>
      )}
    </fieldset>
  )
}

type SizeButtonProps = {
  isPicked?: boolean
  /** True if it makes a size. */
  isDashed?: boolean
  isDisabled?: boolean
  onClick: () => void
  children: ReactNode
}

function SizeButton({ isPicked, isDashed, isDisabled, onClick, children }: SizeButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isDashed ? undefined : isPicked}
      disabled={isDisabled}
      onClick={onClick}
      className={classNames(
        "min-h-13 rounded-md border px-3 py-2 text-left",
        isPicked ? "border-accent bg-accent-soft" : "border-line hover:bg-hover",
        isDashed && "border-line-strong border-dashed",
      )}
    >
      {children}
    </button>
  )
}

/** Takes a width that no size has yet; a size of that width is used again. */
function TypedWidth({ onPick }: Pick<SizeButtonsProps, "onPick">) {
  const [text, setText] = useState("")
  const typed = readLengthAlone(text)
  const widthIn = typed && isSizeWidth(typed.inches) ? typed.inches : null
  const use = useMutation({
    mutationFn: sizeOfWidth,
    onSuccess: (size) => {
      setText("")
      onPick(size)
    },
  })
  function send(event: FormEvent) {
    event.preventDefault()
    if (widthIn !== null && !use.isPending) use.mutate(widthIn)
  }
  return (
    <form onSubmit={send} className="mt-2 flex gap-2">
      <Input
        aria-label="Another width"
        placeholder={pageUnit() === "in" ? "Or a width: 7.5, 19 cm" : "Or a width: 19, 7.5 in"}
        inputMode="decimal"
        autoComplete="off"
        isQuiet
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" disabled={widthIn === null} isLoading={use.isPending}>
        {widthIn === null ? "Use" : `Use ${formatLength(widthIn)}`}
      </Button>
    </form>
  )
}

type SizeMeaningProps = { image: NonNullable<SizeButtonsProps["image"]>; widthIn: number }

function SizeMeaning({ image, widthIn }: SizeMeaningProps) {
  const art = artworkOf(image)
  if (!art) return null
  const box = printedBox(art, true)
  const high = `${formatLength((widthIn * box.height) / box.width)} high`
  if (image.isVector) return <span className="block text-xs text-ink-2">{high} · vector</span>
  const dpi = effectiveDpi(art, widthIn, true)
  return (
    <span className={classNames("block text-xs", dpi < LOW_DPI ? "text-warn-ink" : "text-ink-2")}>
      {high} · {dpi} DPI
    </span>
  )
}
