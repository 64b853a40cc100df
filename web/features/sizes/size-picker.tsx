import { lazyRouteComponent } from "@tanstack/react-router"
import { ChevronDown } from "lucide-react"
import { Popover as Radix } from "radix-ui"
import { type KeyboardEvent, Suspense, useCallback, useRef, useState } from "react"
import type { Size } from "../../../contract/artwork/size.ts"
import { useFieldProps } from "../../components/ui/field.tsx"
import { selectClasses } from "../../components/ui/select.tsx"
import { classNames } from "../../lib/class-names.ts"
import { formatSize } from "../../lib/length.ts"
import type { SizePanelProps } from "./size-panel.tsx"

const SizePanel = lazyRouteComponent(() => import("./size-panel.tsx"), "SizePanel")
const SizeModal = lazyRouteComponent(() => import("./size-modal.tsx"), "SizeModal")

type SizePickerProps = {
  /** The name, where no Field gives one. */
  label?: string
  /** It may be deleted, and so no longer be among the sizes. */
  chosen: { _id: string; name: string; value: number } | null
  placeholder: string
  sizes: readonly Size[]
  first?: SizePanelProps["first"]
  onPick: (size: Size) => void
  isQuiet?: boolean
  isDisabled?: boolean
  size?: "sm" | "md"
  className?: string
}

/**
 * Chooses a size, wherever one is chosen: by name, by a typed width, or a new one, which its form makes on the
 * spot. The list loads once a picker has the focus, because a table may have hundreds of them.
 */
export function SizePicker(props: SizePickerProps) {
  const { label, chosen, sizes, first = null, onPick } = props
  const field = useFieldProps()
  const [openedBy, setOpenedBy] = useState<string | null>(null)
  const [form, setForm] = useState<{ name: string; widthIn?: number } | null>(null)
  /** The form that opens once the list has given the focus back: from there it returns when the form closes. */
  const formNext = useRef<typeof form>(null)
  const isOpen = openedBy !== null
  const [isInDialog, setIsInDialog] = useState(false)
  const place = useCallback((trigger: HTMLElement | null) => {
    if (trigger?.closest("[role=dialog]")) setIsInDialog(true)
  }, [])

  /** Opens the list by an arrow, or with the first letter of what is typed. */
  function openByKey(event: KeyboardEvent) {
    const letter = letterOf(event)
    const isArrow = event.key === "ArrowDown" || event.key === "ArrowUp"
    // A space opens it like a click.
    if (letter.trim() === "" && !isArrow) return
    event.preventDefault()
    setOpenedBy(letter)
  }

  /** Keeps what is typed before the list has loaded and its field has the focus. */
  function typeAhead(event: KeyboardEvent) {
    const letter = event.target === event.currentTarget ? letterOf(event) : ""
    if (letter !== "") setOpenedBy((before) => `${before ?? ""}${letter}`)
  }

  function close(act: () => void) {
    setOpenedBy(null)
    act()
  }

  return (
    <>
      {/* A dialog lets nothing scroll that lies outside it, unless that is modal, too. */}
      <Radix.Root modal={isInDialog} open={isOpen} onOpenChange={(opens) => setOpenedBy(opens ? "" : null)}>
        <Radix.Trigger
          {...field}
          ref={place}
          role="combobox"
          aria-label={label}
          aria-haspopup="dialog"
          disabled={props.isDisabled}
          onFocus={() => void SizePanel.preload?.()}
          onPointerEnter={() => void SizePanel.preload?.()}
          onKeyDown={openByKey}
          className={classNames(
            selectClasses({ size: props.size, isQuiet: props.isQuiet }),
            // A name too long for a line takes two, with the width whole.
            "h-auto py-1 coarse:h-auto coarse:min-h-11",
            props.size === "sm" ? "min-h-8" : "min-h-9",
            chosen === null && "text-ink-3",
            props.className,
          )}
        >
          <span className="wrap-anywhere min-w-0 flex-1 text-balance leading-tight">
            {chosen ? formatSize(chosen) : props.placeholder}
          </span>
          <ChevronDown className="size-4 flex-none text-ink-3" aria-hidden="true" />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            aria-label="Sizes"
            align="start"
            sideOffset={4}
            collisionPadding={8}
            onKeyDown={typeAhead}
            onOpenAutoFocus={(event) => {
              // The list's field takes the focus itself, once it is there, with the caret behind what is typed.
              event.preventDefault()
              const list = event.currentTarget
              if (list instanceof HTMLElement && !list.contains(document.activeElement)) list.focus()
            }}
            onCloseAutoFocus={() => {
              setForm(formNext.current)
              formNext.current = null
            }}
            className="appear z-50 flex max-h-[min(24rem,var(--radix-popover-content-available-height))] w-max max-w-80 min-w-[max(14rem,var(--radix-popover-trigger-width))] flex-col overflow-hidden rounded-lg bg-raised p-1 shadow-float outline-none"
          >
            <Suspense fallback={<div className="h-40" />}>
              <SizePanel
                sizes={sizes}
                chosenId={chosen?._id ?? null}
                first={first && { words: first.words, onPick: () => close(first.onPick) }}
                typed={openedBy ?? ""}
                onPick={(size) => close(() => onPick(size))}
                onForm={(begin) =>
                  close(() => {
                    formNext.current = begin
                  })
                }
              />
            </Suspense>
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
      {form && (
        <Suspense>
          <SizeModal size={null} begin={form} onSaved={onPick} onClose={() => setForm(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Returns the letter that a key types, "" for any other key. */
function letterOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey ? key : ""
}
