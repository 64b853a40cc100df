import { Info } from "lucide-react"
import { Tooltip as Radix } from "radix-ui"
import { type ReactElement, type ReactNode, useState } from "react"
import { classNames } from "../../lib/class-names.ts"

/** Surrounds the app once, so that neighbouring tooltips open without a delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

const bubble =
  "appear z-50 max-w-64 rounded-sm bg-ink px-2.5 py-1.5 text-xs font-[500] text-canvas shadow-float select-none"

/** Shows words on hover and focus. The child must be one focusable element. */
export function Tooltip({
  content,
  side = "top",
  children,
}: {
  content: ReactNode
  side?: "top" | "bottom" | "left" | "right"
  children: ReactElement
}) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} collisionPadding={8} className={bubble}>
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Draws a small "i" that explains; it also answers a tap, which hover cannot. */
export function InfoTip({
  label,
  children,
  className,
}: {
  label: string
  children: string
  className?: string
}) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild>
        <button
          type="button"
          aria-label={label}
          onClick={(event) => {
            event.preventDefault()
            event.stopPropagation()
            setIsOpen(true)
          }}
          className={classNames(
            "touch grid size-5 flex-none place-items-center rounded-full text-ink-3",
            className,
          )}
        >
          <Info className="size-3.5" aria-hidden="true" />
        </button>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className={bubble}
          onPointerDownOutside={() => setIsOpen(false)}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
