import { Popover as Radix, HoverCard as RadixHoverCard } from "radix-ui"
import type { ReactElement, ReactNode } from "react"
import { classNames } from "../../lib/class-names.ts"

export type PopoverProps = {
  trigger: ReactElement
  /** The name for screen readers. */
  label: string
  children: ReactNode
  align?: "start" | "center" | "end"
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  className?: string
}

/** Draws a floating panel with controls in it; Escape and an outside click close it. */
export function Popover({
  trigger,
  label,
  children,
  align = "end",
  isOpen,
  onOpenChange,
  className,
}: PopoverProps) {
  return (
    <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={classNames(
            "appear z-40 max-w-[calc(100vw-1rem)] rounded-lg bg-raised shadow-float outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Shows more about a thing on hover and focus; nothing in it is needed to use the page. */
export function HoverCard({ trigger, children }: { trigger: ReactElement; children: ReactNode }) {
  return (
    <RadixHoverCard.Root openDelay={250} closeDelay={100}>
      <RadixHoverCard.Trigger asChild>{trigger}</RadixHoverCard.Trigger>
      <RadixHoverCard.Portal>
        <RadixHoverCard.Content
          sideOffset={6}
          collisionPadding={8}
          className="appear z-40 w-72 rounded-lg bg-raised p-4 text-sm shadow-float"
        >
          {children}
        </RadixHoverCard.Content>
      </RadixHoverCard.Portal>
    </RadixHoverCard.Root>
  )
}
